import type { Db } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { type AuditRow, auditStore } from "./store.ts";

/**
 * The hash of each entry covers the hash before it in the account. Whoever changes, removes or inserts an entry breaks
 * the chain there. Only the removal of the newest entries does not show: compare the last hash with one noted elsewhere.
 */

/** Others are answered between the steps of a verification. */
const entriesPerStep = 500;

export type NewEntry = Omit<AuditRow, "position" | "hash">;

interface ChainVerdict {
  entries: number;
  /** Of the newest entry; empty where there is none. */
  lastHash: string;
  /** The first entry whose hash is wrong. */
  brokenAt: string | null;
}

/** The hash of an entry that comes next in its account. Entries from before the chain are worked out once. */
export function nextHash(db: Db, entry: NewEntry): string {
  const entries = auditStore(db);
  const newest = entries.newest(entry.accountId);
  if (newest === undefined || newest.hash !== null) return hashOf(newest?.hash ?? "", entry);
  const all = entries.after(entry.accountId, 0, newest.position);
  return hashOf(all.reduce(hashOf, ""), entry);
}

/** Appends an entry, chained to the account's newest. */
export function appendChained(db: Db, entry: NewEntry): void {
  auditStore(db).insert({ ...entry, hash: nextHash(db, entry) });
}

/** Works out every hash of an account anew. */
export async function verifyChain(deps: Deps, accountId: string): Promise<ChainVerdict> {
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

/** Accounts that have entries. */
export function auditedAccounts(deps: Deps): string[] {
  return auditStore(deps.stores.accounts.db).accounts();
}

function hashOf(before: string, entry: NewEntry): string {
  const { id, accountId, at, action, userId, email, targetType, targetId, targetName } = entry;
  const { address, requestId, details } = entry;
  const what = [id, accountId, at, action, userId, email, targetType, targetId, targetName];
  return sha256Hex(JSON.stringify([before, ...what, address, requestId, details]));
}
