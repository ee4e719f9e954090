import { and, asc, count, desc, eq, gt, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import { webhookEndpoints } from "./table.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

const present = isNull(webhookEndpoints.removedAt);

/** Endpoints. Only `removed` and `listAllAfter` return removed ones. */
export const webhookStore = prepared((db) => {
  const findOwn = db
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.accountId, sql.placeholder("accountId")),
        eq(webhookEndpoints.id, sql.placeholder("id")),
        present,
      ),
    )
    .prepare();
  const findAny = db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.id, sql.placeholder("id")), present))
    .prepare();
  const ofAccount = db
    .select()
    .from(webhookEndpoints)
    .where(and(eq(webhookEndpoints.accountId, sql.placeholder("accountId")), present))
    .prepare();

  return {
    insert: (row: EndpointRow): void => void db.insert(webhookEndpoints).values(row).run(),
    find: (accountId: string, id: string): EndpointRow | undefined => findOwn.get({ accountId, id }),
    findById: (id: string): EndpointRow | undefined => findAny.get({ id }),
    listOfAccount: (accountId: string): EndpointRow[] => ofAccount.all({ accountId }),
    update: (id: string, change: Partial<EndpointRow>): void =>
      void db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id)).run(),
    remove: (id: string): void => void db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).run(),
    /** In order of id, after this one, with removed ones. */
    listAllAfter: (id: string, limit: number): EndpointRow[] =>
      db
        .select()
        .from(webhookEndpoints)
        .where(gt(webhookEndpoints.id, id))
        .orderBy(asc(webhookEndpoints.id))
        .limit(limit)
        .all(),
    /** Endpoints whose backlog does not match their state yet, at most `limit`. */
    unsettled: (limit: number): string[] =>
      db
        .select({ id: webhookEndpoints.id })
        .from(webhookEndpoints)
        .where(and(eq(webhookEndpoints.unsettled, sql.raw("1")), present))
        .limit(limit)
        .all()
        .map(({ id }) => id),
    removed: (): string[] =>
      db
        .select({ id: webhookEndpoints.id })
        .from(webhookEndpoints)
        .where(isNotNull(webhookEndpoints.removedAt))
        .all()
        .map(({ id }) => id),
    count: (accountId: string): number =>
      db
        .select({ total: count() })
        .from(webhookEndpoints)
        .where(and(eq(webhookEndpoints.accountId, accountId), present))
        .get()?.total ?? 0,

    /** Newest first, from before `id`; with `ids`, only those. */
    list: (
      accountId: string,
      ids: readonly string[] | undefined,
      before: string | undefined,
      limit: number,
    ): EndpointRow[] =>
      db
        .select()
        .from(webhookEndpoints)
        .where(
          and(
            eq(webhookEndpoints.accountId, accountId),
            present,
            ids && inArray(webhookEndpoints.id, [...ids]),
            before === undefined ? undefined : lt(webhookEndpoints.id, before),
          ),
        )
        .orderBy(desc(webhookEndpoints.id))
        .limit(limit)
        .all(),
  };
});
