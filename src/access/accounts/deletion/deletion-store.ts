import { eq, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { type OwnerKind, removeOwned } from "../../../infra/db/owned-rows.ts";
import { rowChange, rowInsert } from "../../../infra/db/rows.ts";
import { prepared, type Store } from "../../../infra/db/store.ts";
import { accounts, users } from "../table.ts";
import { accountDeletions, userErasures } from "./deletion-table.ts";

export type DeletionRow = typeof accountDeletions.$inferSelect;
export type UserErasureRow = typeof userErasures.$inferSelect;

export const deletionStore = prepared((db) => {
  const find = db
    .select()
    .from(accountDeletions)
    .where(eq(accountDeletions.accountId, sql.placeholder("accountId")))
    .prepare();
  const remove = db
    .delete(accountDeletions)
    .where(eq(accountDeletions.accountId, sql.placeholder("accountId")))
    .prepare();
  const removeAccount = db
    .delete(accounts)
    .where(eq(accounts.id, sql.placeholder("id")))
    .prepare();
  return {
    insert: rowInsert(db, accountDeletions),
    change: rowChange(db, accountDeletions, "accountId"),
    find: (accountId: string): DeletionRow | undefined => find.get({ accountId }),
    remove: (accountId: string): void => void remove.run({ accountId }),
    removeAccount: (id: string): void => void removeAccount.run({ id }),
    removeUser: (id: string): void => void db.delete(users).where(eq(users.id, id)).run(),
  };
});

export const userErasureStore = prepared((db) => {
  const find = db
    .select()
    .from(userErasures)
    .where(eq(userErasures.userId, sql.placeholder("userId")))
    .prepare();
  return {
    insert: rowInsert(db, userErasures),
    change: rowChange(db, userErasures, "userId"),
    find: (userId: string): UserErasureRow | undefined => find.get({ userId }),
    usersOf: (accountId: string): string[] =>
      db
        .select({ id: userErasures.userId })
        .from(userErasures)
        .where(eq(userErasures.accountId, accountId))
        .all()
        .map(({ id }) => id),
    remove: (userId: string): void =>
      void db.delete(userErasures).where(eq(userErasures.userId, userId)).run(),
  };
});

/** Deletes rows of an account in any database, but for the rows that say so. */
export const ofAccount: OwnerKind = {
  table: "accounts",
  columns: ["account_id", "issuer_account_id"],
  except: ["account_deletions"],
};
export const removeRowsOfAccount = removeOwned(ofAccount);

/** Deletes rows of a user. Entries of the audit log stay, without what they hold of the person. */
export const ofUser: OwnerKind = {
  table: "users",
  columns: ["user_id"],
  except: ["audit_entries", "user_erasures"],
};
export const removeRowsOfUser = removeOwned(ofUser);

export const deletionsDue = dueRows({
  table: "account_deletions",
  id: (row) => `${row}.account_id`,
  at: (row) => `${row}.due_at`,
});

export const userErasuresDue = dueRows({
  table: "user_erasures",
  id: (row) => `${row}.user_id`,
  at: (row) => `${row}.due_at`,
});

/** Calls `listener` for each account whose deletion a write begins or takes back. It may still be undone. */
export function watchDeletions({ watchRows }: Store, listener: (accountId: string) => void): void {
  const values = (row: string) => [`${row}.account_id`];
  watchRows({ table: "account_deletions", when: () => "1", values, alsoDeleted: true }, listener);
}
