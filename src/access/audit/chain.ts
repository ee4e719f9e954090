import type { Db } from "../../infra/db/store.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { type AuditRow, auditStore } from "./store.ts";

/**
 * Each entry's hash covers the previous hash of the account. Changing, removing or inserting an entry breaks the chain
 * there. Removing the newest entries does not: compare the last hash with one that you saved elsewhere.
 */

/** A verification lets other requests run between its steps. */
const entriesPerStep = 500;

export type NewEntry = Omit<AuditRow, "position" | "hash">;

interface ChainVerdict {
  entries: number;
  /** Hash of the newest entry; empty if there is none. */
  lastHash: string;
  /** The first entry whose hash is wrong. */
  brokenAt: string | null;
}

/** The hash of the account's next entry. It computes hashes for entries from before the chain once. */
export function nextHash(db: Db, entry: NewEntry): string {
  const entries = auditStore(db);
  const newest = entries.newest(entry.accountId);
  if (newest === undefined || newest.hash !== null) return hashOf(newest?.hash ?? "", entry);
  const all = entries.after(entry.accountId, 0, newest.position);
  return hashOf(all.reduce(hashOf, ""), entry);
}

/** Appends an entry, chained to the account's newest one. */
export function appendChained(db: Db, entry: NewEntry): void {
  auditStore(db).insert({ ...entry, hash: nextHash(db, entry) });
}

/** The entries, of a server or of files that are only read. */
interface AuditLog {
  stores: { accounts: { db: Db } };
}

/** Recomputes every hash of an account. */
export async function verifyChain(deps: AuditLog, accountId: string): Promise<ChainVerdict> {
  const entries = auditStore(deps.stores.accounts.db);
  const verdict: ChainVerdict = { entries: 0, lastHash: "", brokenAt: null };
  let position = 0;
  for (;;) {
    const rows = entries.after(accountId, position, entriesPerStep);
    for (const row of rows) {
      verdict.lastHash = hashOf(verdict.lastHash, row);
      if (row.hash !== null && row.hash !== verdict.lastHash) return { ...verdict, brokenAt: row.id };
      verdict.entries += 1;
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

function hashOf(before: string, entry: NewEntry): string {
  const { id, accountId, at, action, userId, email, targetType, targetId, targetName } = entry;
  const { address, requestId, details } = entry;
  const what = [id, accountId, at, action, userId, email, targetType, targetId, targetName];
  return sha256Hex(JSON.stringify([before, ...what, address, requestId, details]));
}
