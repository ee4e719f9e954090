import { and, asc, count, eq, gt, isNull, sql } from "drizzle-orm";
import { rowInsert, rowUpdate } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { carriers } from "./table.ts";

export type CarrierRow = typeof carriers.$inferSelect;

const present = isNull(carriers.deletedAt);

/** Carriers that somebody set up. Only `find` and `listAllAfter` return deleted ones. */
export const carrierStore = prepared((db) => {
  const findAny = db
    .select()
    .from(carriers)
    .where(eq(carriers.id, sql.placeholder("id")))
    .prepare();
  const ofAccount = db
    .select()
    .from(carriers)
    .where(and(eq(carriers.accountId, sql.placeholder("accountId")), present))
    .prepare();
  const ofInstallation = db
    .select()
    .from(carriers)
    .where(and(isNull(carriers.accountId), present))
    .prepare();
  const countOfAccount = db
    .select({ total: count() })
    .from(carriers)
    .where(and(eq(carriers.accountId, sql.placeholder("accountId")), present))
    .prepare();
  const allAfter = db
    .select()
    .from(carriers)
    .where(gt(carriers.id, sql.placeholder("id")))
    .orderBy(asc(carriers.id))
    .limit(sql.placeholder("limit"))
    .prepare();

  return {
    insert: rowInsert(db, carriers),
    update: rowUpdate(db, carriers, "id"),
    find: (id: string): CarrierRow | undefined => findAny.get({ id }),
    listOfAccount: (accountId: string): CarrierRow[] => ofAccount.all({ accountId }),
    listOfInstallation: (): CarrierRow[] => ofInstallation.all(),
    countOfAccount: (accountId: string): number => countOfAccount.get({ accountId })?.total ?? 0,
    /** In order of id, after this one, with deleted ones. */
    listAllAfter: (id: string, limit: number): CarrierRow[] => allAfter.all({ id, limit }),
  };
});
