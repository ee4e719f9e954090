import { eq, sql } from "drizzle-orm";
import { prepared } from "../../infra/db/store.ts";
import { storageUse } from "./table.ts";

/** What accounts store in an environment, as the triggers of its database count it. */
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
