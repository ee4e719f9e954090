import type { Db } from "../../infra/db/store.ts";
import { type Ids, sha256Hex } from "../../infra/ids.ts";
import { hashesOf, type ValueTexts } from "../../infra/secrets/salted.ts";
import { saltedHash, saltValues } from "../../infra/secrets/salting.ts";
import { type AuditRow, auditStore } from "./store.ts";

/**
 * Each entry's hash covers the previous hash of the account. Changing, removing or inserting an entry breaks the chain
 * there. Removing the newest entries does not: compare the last hash with one that you saved elsewhere.
 *
 * Emails, names and addresses stand in it as SHA-256 of salt and value. An entry without them still verifies. Entries
 * from before the salts have no such hash: once something was erased from one, its own hash is taken as it is.
 */

/** A verification lets other requests run between its steps. */
const entriesPerStep = 500;

export type NewEntry = Omit<AuditRow, "position" | "hash" | "salted">;
type SaltedEntry = Omit<AuditRow, "position" | "hash">;

interface ChainVerdict {
  entries: number;
  /** Entries from which something was erased. */
  redacted: number;
  /** Hash of the newest entry; empty if there is none. */
  lastHash: string;
  /** The first entry whose hash is wrong. */
  brokenAt: string | null;
}

/** What can be erased of an entry. */
const erasable = ["email", "target_name", "address"] as const;
export type Erasable = (typeof erasable)[number];

function valuesOf({ email, targetName, address }: NewEntry): ValueTexts & Record<Erasable, string | null> {
  return { email, target_name: targetName, address };
}

/** The hash of the account's next entry. It computes hashes for entries from before the chain once. */
export function nextHash(db: Db, entry: SaltedEntry): string {
  const entries = auditStore(db);
  const newest = entries.newest(entry.accountId);
  if (newest === undefined || newest.hash !== null) return hashOf(newest?.hash ?? "", entry);
  const all = entries.after(entry.accountId, 0, newest.position);
  return hashOf(all.reduce(hashOf, ""), entry);
}

/** Appends an entry, chained to the account's newest one. */
export function appendChained(ids: Pick<Ids, "bytes">, db: Db, entry: NewEntry): void {
  const salted = { ...entry, salted: saltValues(ids, valuesOf(entry)) };
  auditStore(db).insert({ ...salted, hash: nextHash(db, salted) });
}

/** Gives the entries from before the chain their hashes, so that something can be erased from each. */
export function hashOlderEntries(db: Db, accountId: string): void {
  const entries = auditStore(db);
  // They are the first ones.
  if (entries.after(accountId, 0, 1)[0]?.hash !== null) return;
  let last = "";
  for (const row of entries.withoutHash(accountId)) {
    last = hashOf(last, row);
    entries.setHash(row.position, last);
  }
}

/** The entries, of a server or of files that are only read. */
interface AuditLog {
  stores: { accounts: { db: Db } };
}

/** Recomputes every hash of an account. */
export async function verifyChain(deps: AuditLog, accountId: string): Promise<ChainVerdict> {
  const entries = auditStore(deps.stores.accounts.db);
  const verdict: ChainVerdict = { entries: 0, redacted: 0, lastHash: "", brokenAt: null };
  let position = 0;
  for (;;) {
    const rows = entries.after(accountId, position, entriesPerStep);
    for (const row of rows) {
      const hash = isErasedWithoutSalts(row) ? row.hash : hashOf(verdict.lastHash, row);
      if (hash === null || !isAsSalted(row) || (row.hash !== null && row.hash !== hash))
        return { ...verdict, brokenAt: row.id };
      verdict.lastHash = hash;
      verdict.entries += 1;
      if (isErased(row)) verdict.redacted += 1;
      position = row.position;
    }
    if (rows.length < entriesPerStep) return verdict;
    await Bun.sleep(0);
  }
}

/** Accounts with entries. */
export function auditedAccounts(deps: AuditLog): string[] {
  return auditStore(deps.stores.accounts.db).accounts();
}

function isErasedWithoutSalts({ salted }: AuditRow): boolean {
  return salted !== null && Object.keys(salted).length === 0;
}

function isErased(row: AuditRow): boolean {
  return isErasedWithoutSalts(row) || Object.values(row.salted ?? {}).some((value) => value?.salt === null);
}

/** Whether each value is the one that was salted, or erased together with its salt. */
function isAsSalted(row: AuditRow): boolean {
  const values = valuesOf(row);
  return Object.entries(row.salted ?? {}).every(([member, salted]) => {
    const value = values[member as Erasable];
    if (salted === null || salted.salt === null) return value === null;
    return value !== null && saltedHash(salted.salt, value) === salted.hash;
  });
}

function hashOf(before: string, entry: SaltedEntry): string {
  const { id, accountId, at, action, userId, targetType, targetId, requestId, details, salted } = entry;
  const values = salted === null ? valuesOf(entry) : hashesOf(salted);
  const { email = null, target_name: targetName = null, address = null } = values;
  // Or a hash could stand in the place of its value.
  const form = salted === null ? [] : ["salted"];
  const what = [id, accountId, at, action, userId, email, targetType, targetId, targetName];
  return sha256Hex(JSON.stringify([...form, before, ...what, address, requestId, details]));
}
