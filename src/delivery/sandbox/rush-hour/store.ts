import { eq, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { rowInsert, rowUpdate } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { rushHours } from "./table.ts";

export type RushHourRow = typeof rushHours.$inferSelect;

export const rushHourStore = prepared((db) => {
  const isAccounts = eq(rushHours.accountId, sql.placeholder("accountId"));
  const find = db.select().from(rushHours).where(isAccounts).prepare();
  const remove = db.delete(rushHours).where(isAccounts).prepare();
  return {
    insert: rowInsert(db, rushHours),
    update: rowUpdate(db, rushHours, "accountId"),
    find: (accountId: string): RushHourRow | undefined => find.get({ accountId }),
    remove: (accountId: string): void => void remove.run({ accountId }),
  };
});

export const rushHoursDue = dueRows({
  table: "rush_hours",
  id: (row) => `${row}.account_id`,
  at: (row) => `${row}.due_at`,
  account: (row) => `${row}.account_id`,
});
