import { and, asc, count, desc, eq, inArray, isNull, lt, lte, ne, or, sql } from "drizzle-orm";
import { dueRows, isInRealTime } from "../../../infra/db/due-rows.ts";
import { rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { webhookEndpoints } from "./table.ts";

export type EndpointRow = typeof webhookEndpoints.$inferSelect;

/** What of an endpoint decides whether and when it gets an event. */
export type Subscription = Pick<
  EndpointRow,
  "id" | "events" | "disabledReason" | "unsettled" | "ordering" | "faults"
>;

const present = isNull(webhookEndpoints.removedAt);

const presentOfAccount = and(eq(webhookEndpoints.accountId, sql.placeholder("accountId")), present);

const hasPaused = sql`EXISTS (
  SELECT 1 FROM webhook_deliveries INDEXED BY webhook_deliveries_paused
  WHERE webhook_deliveries.webhook_id = webhook_endpoints.id AND status = 'paused')`;

/** Endpoints. Only `idsOfAccount` and `idsInRealTime` return removed ones. */
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
  const ofAccount = db.select().from(webhookEndpoints).where(presentOfAccount).prepare();
  const { id, events, disabledReason, unsettled, ordering, faults } = webhookEndpoints;
  const subscriptions = db
    .select({ id, events, disabledReason, unsettled, ordering, faults })
    .from(webhookEndpoints)
    .where(presentOfAccount)
    .prepare();
  const idsOfAccount = db
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(eq(webhookEndpoints.accountId, sql.placeholder("accountId")))
    .prepare();

  const counted = db.select({ total: count() }).from(webhookEndpoints).where(presentOfAccount).prepare();

  return {
    insert: rowInsert(db, webhookEndpoints),
    find: (accountId: string, id: string): EndpointRow | undefined => findOwn.get({ accountId, id }),
    findById: (id: string): EndpointRow | undefined => findAny.get({ id }),
    listOfAccount: (accountId: string): EndpointRow[] => ofAccount.all({ accountId }),
    /** Of each endpoint of an account what decides about deliveries: every event reads them. */
    subscriptionsOf: (accountId: string): Subscription[] => subscriptions.all({ accountId }),
    /** With those of removed ones. */
    idsOfAccount: (accountId: string): string[] => idsOfAccount.all({ accountId }).map(({ id }) => id),
    /** Of all accounts without a clock of their own, with those of removed ones. */
    idsInRealTime: (): string[] =>
      db
        .select({ id: webhookEndpoints.id })
        .from(webhookEndpoints)
        .where(sql.raw(isInRealTime("webhook_endpoints.account_id")))
        .all()
        .map(({ id }) => id),
    update: (id: string, change: Partial<EndpointRow>): void =>
      void db.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id)).run(),
    remove: (id: string): void => void db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id)).run(),
    /** Endpoints of earlier versions whose maker no start has looked up. */
    listOfUnknownMaker: (limit: number): EndpointRow[] =>
      db.select().from(webhookEndpoints).where(eq(webhookEndpoints.createdBy, "")).limit(limit).all(),
    count: (accountId: string): number => counted.get({ accountId })?.total ?? 0,

    /**
     * Endpoints that have failed since before `until`, the longest first, without those that their owners disabled, and
     * disabled ones for which nothing waits: they would hide others from a limited list forever.
     */
    listFailing: (until: number, limit: number): EndpointRow[] =>
      db
        .select()
        .from(webhookEndpoints)
        .where(
          and(
            lte(webhookEndpoints.failingSince, until),
            present,
            or(
              isNull(webhookEndpoints.disabledReason),
              and(ne(webhookEndpoints.disabledReason, "owner"), hasPaused),
            ),
          ),
        )
        .orderBy(asc(webhookEndpoints.failingSince))
        .limit(limit)
        .all(),

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

/** Removed endpoints, whose rows are left. */
export const webhooksRemoved = dueRows({
  table: "webhook_endpoints",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.removed_at`,
  account: (row) => `${row}.account_id`,
  isDueAtOnce: true,
});

/** Endpoints whose backlog does not match their state yet. */
export const webhooksUnsettled = dueRows({
  table: "webhook_endpoints",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.updated_at`,
  when: (row) => `${row}.unsettled = 1 AND ${row}.removed_at IS NULL`,
  account: (row) => `${row}.account_id`,
  isDueAtOnce: true,
});
