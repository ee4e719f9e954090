import { and, eq, sql } from "drizzle-orm";
import { placeholderFor, rowUpsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { apiFaults } from "./table.ts";

export type FaultsRow = typeof apiFaults.$inferSelect;

export const faultsStore = prepared((db) => {
  const isAccounts = eq(apiFaults.accountId, sql.placeholder("accountId"));
  const find = db.select().from(apiFaults).where(isAccounts).prepare();
  const remove = db.delete(apiFaults).where(isAccounts).prepare();
  const saveCounts = db
    .update(apiFaults)
    .set({ counts: placeholderFor("counts") })
    .where(and(isAccounts, eq(apiFaults.updatedAt, sql.placeholder("updatedAt"))))
    .prepare();

  return {
    /** Of all accounts: read once, at the first request. */
    all: (): FaultsRow[] => db.select().from(apiFaults).all(),
    find: (accountId: string): FaultsRow | undefined => find.get({ accountId }),
    put: rowUpsert(db, apiFaults, "accountId"),
    /** Does nothing if the rules were replaced meanwhile. */
    saveCounts: ({ accountId, updatedAt, counts }: FaultsRow): void =>
      void saveCounts.run({ accountId, updatedAt, counts }),
    remove: (accountId: string): void => void remove.run({ accountId }),
  };
});
