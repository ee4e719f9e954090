import { and, count, desc, eq, lt, sql } from "drizzle-orm";
import { prepared } from "../db/store.ts";
import { webhookEndpoints } from "./table.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

export const webhookStore = prepared((db) => {
  const findOwn = db
    .select()
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.accountId, sql.placeholder("accountId")),
        eq(webhookEndpoints.id, sql.placeholder("id")),
      ),
    )
    .prepare();
  const findAny = db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.id, sql.placeholder("id")))
    .prepare();
  const ofAccount = db
    .select()
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.accountId, sql.placeholder("accountId")))
    .prepare();

  return {
    insert: (row: EndpointRow): void => void db.insert(webhookEndpoints).values(row).run(),
    find: (accountId: string, id: string): EndpointRow | undefined => findOwn.get({ accountId, id }),
    findById: (id: string): EndpointRow | undefined => findAny.get({ id }),
    listOfAccount: (accountId: string): EndpointRow[] => ofAccount.all({ accountId }),
    update: (id: string, change: Partial<EndpointRow>): void =>
      void db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id)).run(),
    remove: (id: string): void => void db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).run(),
    count: (accountId: string): number =>
      db
        .select({ total: count() })
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.accountId, accountId))
        .get()?.total ?? 0,

    /** Newest first, from before `id`. */
    list: (accountId: string, before: string | undefined, limit: number): EndpointRow[] =>
      db
        .select()
        .from(webhookEndpoints)
        .where(
          and(
            eq(webhookEndpoints.accountId, accountId),
            before === undefined ? undefined : lt(webhookEndpoints.id, before),
          ),
        )
        .orderBy(desc(webhookEndpoints.id))
        .limit(limit)
        .all(),
  };
});
