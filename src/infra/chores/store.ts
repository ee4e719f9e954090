import { and, eq, sql } from "drizzle-orm";
import { dueRows } from "../db/due-rows.ts";
import { placeholderFor, rowUpsert } from "../db/rows.ts";
import { prepared } from "../db/store.ts";
import { sandboxChores } from "./table.ts";

type ChoreRow = typeof sandboxChores.$inferSelect;

export const choreStore = prepared((db) => {
  const isAccounts = eq(sandboxChores.accountId, sql.placeholder("accountId"));
  const find = db.select().from(sandboxChores).where(isAccounts).prepare();
  const remove = db.delete(sandboxChores).where(isAccounts).prepare();
  const change = db
    .update(sandboxChores)
    .set({ dueAt: placeholderFor("dueAt"), plan: placeholderFor("plan") })
    .where(and(isAccounts, eq(sandboxChores.dueAt, sql.placeholder("before"))))
    .prepare();
  return {
    find: (accountId: string): ChoreRow | undefined => find.get({ accountId }),
    put: rowUpsert(db, sandboxChores, "accountId"),
    /** Unless it was planned anew: then its time is not `before` any more. */
    change: (row: ChoreRow, before: number | null): void => void change.run({ ...row, before }),
    remove: (accountId: string): void => void remove.run({ accountId }),
  };
});

export const choresDue = dueRows({
  table: "sandbox_chores",
  id: (row) => `${row}.account_id`,
  at: (row) => `${row}.due_at`,
  account: (row) => `${row}.account_id`,
});
