import type { DueRows } from "../../../infra/db/due-rows.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import { accountStore, type UserRow } from "../store.ts";
import {
  deletionStore,
  removeRowsOfUser,
  type UserErasureRow,
  userErasureStore,
  userErasuresDue,
} from "./deletion-store.ts";

/** Takes a person out of the account. What is left of them in logs and files is erased by `access/erasure`. */

const rowsPerStep = 500;

/**
 * Deletes a user with everything that only they have: sessions end at once, and links and codes work no more. Call it in
 * the transaction that decided it, after the audit log's entry. `emails` are all addresses that the person has had.
 */
export function removeUser(deps: Deps, tx: Tx, { id, accountId }: UserRow, emails: readonly string[]): void {
  while (removeRowsOfUser(tx, id, rowsPerStep) > 0);
  deletionStore(tx).removeUser(id);
  userErasureStore(tx).insert({
    userId: id,
    accountId,
    emails: emails.join(" "),
    dueAt: deps.realClock.now(),
  });
}

/** What is left to erase of a person. */
export function findErasure(db: Db, userId: string): UserErasureRow | undefined {
  return userErasureStore(db).find(userId);
}

/** What comes next of an erasure. */
export function changeErasure(tx: Tx, userId: string, change: Partial<UserErasureRow>): void {
  userErasureStore(tx).change(userId, change);
}

/** Nothing of the person is left. */
export function endErasure(tx: Tx, userId: string): void {
  userErasureStore(tx).remove(userId);
}

/** People whose data is not erased everywhere yet. */
export function waitingErasures({ stores }: Deps): DueRows {
  return userErasuresDue(stores.accounts);
}

/** Ids of an account's users, and of those whose data is not erased everywhere yet. */
export function peopleOf({ stores: { accounts } }: Deps, accountId: string): string[] {
  const users = accountStore(accounts.db).listUsers(accountId);
  return [...users.map(({ id }) => id), ...userErasureStore(accounts.db).usersOf(accountId)];
}
