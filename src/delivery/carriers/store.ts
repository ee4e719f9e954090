import { and, count, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { dueRows } from "../../infra/db/due-rows.ts";
import { rowInsert, rowUpdate } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import type { Load } from "./load.ts";
import type { Margin } from "./margin.ts";
import { carriers } from "./table.ts";

export type CarrierRow = typeof carriers.$inferSelect;

const present = isNull(carriers.deletedAt);

/** Carriers that somebody set up. Only `find` and `idsOfAccount` return deleted ones. */
export const carrierStore = prepared((db) => {
  const findAny = db
    .select()
    .from(carriers)
    .where(eq(carriers.id, sql.placeholder("id")))
    .prepare();
  const marginById = db
    .select({ margin: carriers.margin })
    .from(carriers)
    .where(eq(carriers.id, sql.placeholder("id")))
    .prepare();
  const loadById = db
    .select({ load: carriers.load })
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
  const countOfInstallation = db
    .select({ total: count() })
    .from(carriers)
    .where(and(isNull(carriers.accountId), present))
    .prepare();
  const byCode = db
    .select()
    .from(carriers)
    .where(
      and(
        sql`ifnull(${carriers.accountId}, '') = ${sql.placeholder("owner")}`,
        eq(carriers.code, sql.placeholder("code")),
        present,
      ),
    )
    .prepare();
  const settle = db
    .update(carriers)
    .set({ unsettled: false })
    .where(eq(carriers.id, sql.placeholder("id")))
    .prepare();
  const deleted = db
    .select()
    .from(carriers)
    .where(and(isNotNull(carriers.deletedAt), sql`${carriers.secrets} <> '{}'`))
    .prepare();

  const idsOfAccount = db
    .select({ id: carriers.id })
    .from(carriers)
    .where(eq(carriers.accountId, sql.placeholder("accountId")))
    .prepare();

  return {
    insert: rowInsert(db, carriers),
    /** With those of deleted ones. */
    idsOfAccount: (accountId: string): string[] => idsOfAccount.all({ accountId }).map(({ id }) => id),
    update: rowUpdate(db, carriers, "id"),
    findMargin: (id: string): Margin | null => marginById.get({ id })?.margin ?? null,
    findLoad: (id: string): Load | null => loadById.get({ id })?.load ?? null,
    find: (id: string): CarrierRow | undefined => findAny.get({ id }),
    listOfAccount: (accountId: string): CarrierRow[] => ofAccount.all({ accountId }),
    listOfInstallation: (): CarrierRow[] => ofInstallation.all(),
    countOf: (accountId: string | null): number =>
      (accountId === null ? countOfInstallation.get() : countOfAccount.get({ accountId }))?.total ?? 0,
    findByCode: (accountId: string | null, code: string): CarrierRow | undefined =>
      byCode.get({ owner: accountId ?? "", code }),
    setSettled: (id: string): void => void settle.run({ id }),
    deletedWithSecrets: (): CarrierRow[] => deleted.all(),
  };
});

/** Carriers that were paused or deleted, and whose quotes and tokens may still be valid. */
export const carriersUnsettled = dueRows({
  table: "carriers",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.updated_at`,
  when: (row) => `${row}.unsettled = 1`,
  account: (row) => `${row}.account_id`,
  isDueAtOnce: true,
});
