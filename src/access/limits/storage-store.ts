import { eq, sql } from "drizzle-orm";
import { prepared } from "../../infra/db/store.ts";
import { storageUse } from "./table.ts";

/** Stored bytes of the accounts in an environment, counted by triggers of its database. */
export const storageStore = prepared((db) => {
  const ofAccount = db
    .select({ bytes: storageUse.bytes })
    .from(storageUse)
    .where(eq(storageUse.accountId, sql.placeholder("accountId")))
    .prepare();
  return {
    bytesOf: (accountId: string): number => ofAccount.get({ accountId })?.bytes ?? 0,
  };
});
