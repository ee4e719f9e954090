import { and, eq, getTableColumns, sql } from "drizzle-orm";
import { rowUpsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { accounts } from "../accounts/table.ts";
import type { AccountEnvironment } from "../model.ts";
import type { TierRow } from "./limit.ts";
import { quotaUse, tiers } from "./table.ts";

type QuotaUseRow = typeof quotaUse.$inferSelect;

export const limitStore = prepared((db) => {
  const usedBy = db
    .select()
    .from(quotaUse)
    .where(
      and(
        eq(quotaUse.accountId, sql.placeholder("accountId")),
        eq(quotaUse.environment, sql.placeholder("environment")),
      ),
    )
    .prepare();
  const ofAccount = db
    .select(getTableColumns(tiers))
    .from(accounts)
    .innerJoin(tiers, eq(tiers.name, accounts.tier))
    .where(eq(accounts.id, sql.placeholder("accountId")))
    .prepare();
  return {
    listTiers: (): TierRow[] =>
      db.select().from(tiers).orderBy(sql`${tiers.requestsPerSecond} NULLS LAST`).all(),
    /** The tier of an account. */
    findTier: (accountId: string): TierRow | undefined => ofAccount.get({ accountId }),
    findTierByName: (name: string): TierRow | undefined =>
      db.select().from(tiers).where(eq(tiers.name, name)).get(),
    updateTier: ({ name, ...limits }: TierRow): void =>
      void db.update(tiers).set(limits).where(eq(tiers.name, name)).run(),
    findUse: (of: AccountEnvironment): QuotaUseRow | undefined => usedBy.get({ ...of }),
    saveUse: rowUpsert(db, quotaUse, "accountId", "environment"),
  };
});
