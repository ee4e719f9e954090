import type { Db, Tx } from "../../../infra/db/store.ts";
import { contactStore } from "./store.ts";

/** What erases contacts reads and removes. */

/** Ids of at most `limit` of an account's contacts that were not used since a time, longest ago first. */
export function unusedContacts(db: Db, accountId: string, before: number, limit: number): string[] {
  return contactStore(db).unusedBefore(accountId, before, limit);
}

/** When the contact was used that nobody used for the longest time. */
export function firstUseOf(db: Db, accountId: string): number | undefined {
  return contactStore(db).firstUsed(accountId);
}

/** @returns whose it was; undefined if there is none, or one that was used since `unusedSince` */
export function removeContact(tx: Tx, id: string, unusedSince?: number): string | undefined {
  const row = contactStore(tx).find(id);
  if (!row || (unusedSince !== undefined && row.lastUsedAt >= unusedSince)) return undefined;
  contactStore(tx).remove(id);
  return row.accountId;
}
