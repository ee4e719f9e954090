import { eq, sql } from "drizzle-orm";
import { rowUpsert } from "../db/rows.ts";
import { prepared } from "../db/store.ts";
import { sandboxClocks } from "./table.ts";
import type { TestClock } from "./test-clock.ts";

export const clockStore = prepared((db) => {
  const remove = db
    .delete(sandboxClocks)
    .where(eq(sandboxClocks.accountId, sql.placeholder("accountId")))
    .prepare();
  const find = db
    .select()
    .from(sandboxClocks)
    .where(eq(sandboxClocks.accountId, sql.placeholder("accountId")))
    .prepare();
  return {
    find: (accountId: string): TestClock | undefined => find.get({ accountId }),
    /** Of all accounts: read once, at the start. */
    all: (): TestClock[] => db.select().from(sandboxClocks).all(),
    put: rowUpsert(db, sandboxClocks, "accountId"),
    remove: (accountId: string): void => void remove.run({ accountId }),
  };
});
