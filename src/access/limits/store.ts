import { and, count, eq, getTableColumns, sql } from "drizzle-orm";
import { rowUpsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { accounts } from "../accounts/table.ts";
import type { AccountEnvironment } from "../model.ts";
import type { TierRow } from "./limit.ts";
import { quotaUse, tierFormerNames, tiers } from "./table.ts";

type QuotaUseRow = typeof quotaUse.$inferSelect;

/** How much of a limit an account used. */
export interface QuotaShare extends AccountEnvironment {
  used: number;
  allowed: number;
}

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
  const byName = db
    .select()
    .from(tiers)
    .where(eq(tiers.name, sql.placeholder("name")))
    .prepare();
  const usedMost = db
    .select({
      accountId: quotaUse.accountId,
      environment: quotaUse.environment,
      used: quotaUse.requests,
      allowed: sql<number>`${tiers.requestsPerDay}`,
    })
    .from(quotaUse)
    .innerJoin(accounts, eq(accounts.id, quotaUse.accountId))
    .innerJoin(tiers, eq(tiers.name, accounts.tier))
    .where(
      and(
        eq(quotaUse.day, sql.placeholder("day")),
        sql`${quotaUse.requests} >= ${tiers.requestsPerDay} * ${sql.placeholder("share")}`,
      ),
    )
    .prepare();
  return {
    listTiers: (): TierRow[] =>
      db.select().from(tiers).orderBy(sql`${tiers.requestsPerSecond} NULLS LAST`, tiers.name).all(),
    /** The tier of an account. */
    findTier: (accountId: string): TierRow | undefined => ofAccount.get({ accountId }),
    findTierByName: (name: string): TierRow | undefined => byName.get({ name }),
    insertTier: (row: TierRow): void => void db.insert(tiers).values(row).run(),
    /** A trigger moves the accounts of a tier that gets another name. */
    updateTier: (name: string, row: TierRow): void =>
      void db.update(tiers).set(row).where(eq(tiers.name, name)).run(),
    removeTier: (name: string): void => void db.delete(tiers).where(eq(tiers.name, name)).run(),
    countAccounts: (name: string): number =>
      db.select({ total: count() }).from(accounts).where(eq(accounts.tier, name)).get()?.total ?? 0,
    /** The tier that once had this name. */
    findByFormerName: (name: string): string | undefined =>
      db.select().from(tierFormerNames).where(eq(tierFormerNames.name, name)).get()?.tier,
    keepFormerName: (name: string, tier: string): void =>
      void db.insert(tierFormerNames).values({ name, tier }).run(),
    removeFormerName: (name: string): void =>
      void db.delete(tierFormerNames).where(eq(tierFormerNames.name, name)).run(),
    findUse: (of: AccountEnvironment): QuotaUseRow | undefined => usedBy.get({ ...of }),
    /** Accounts that used this share of their tier's requests on a day. */
    usedMost: (day: number, share: number): QuotaShare[] => usedMost.all({ day, share }),
    saveUse: rowUpsert(db, quotaUse, "accountId", "environment"),
  };
});
