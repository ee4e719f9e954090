import { eq, gte, sql } from "drizzle-orm";
import { prepared } from "../../infra/db/store.ts";
import { storageUse } from "./table.ts";

/** Stored bytes of the accounts in an environment, counted by triggers of its database; new positions by `countStorage`. */
export const storageStore = prepared((db) => {
  const ofAccount = db
    .select({ bytes: storageUse.bytes })
    .from(storageUse)
    .where(eq(storageUse.accountId, sql.placeholder("accountId")))
    .prepare();
  const add = db
    .insert(storageUse)
    .values({ accountId: sql.placeholder("accountId"), bytes: sql.placeholder("bytes") })
    .onConflictDoUpdate({
      target: storageUse.accountId,
      set: { bytes: sql`${storageUse.bytes} + excluded.bytes` },
    })
    .prepare();
  return {
    add: (accountId: string, bytes: number): void => void add.run({ accountId, bytes }),
    /** Accounts that store at least this number of bytes. There is one row for each account. */
    withAtLeast: (bytes: number): { accountId: string; bytes: number }[] =>
      db.select().from(storageUse).where(gte(storageUse.bytes, bytes)).all(),
    remove: (accountId: string): void =>
      void db.delete(storageUse).where(eq(storageUse.accountId, accountId)).run(),
    bytesOf: (accountId: string): number => ofAccount.get({ accountId })?.bytes ?? 0,
  };
});
