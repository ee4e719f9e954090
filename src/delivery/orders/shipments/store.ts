import { and, asc, count, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { shipments } from "../../lifecycle/state/table.ts";
import { withoutInvented } from "../../model/address.ts";
import type { Status } from "../../model/model.ts";

/** Counts shipments by state, and finds those of a day and those that expire. The list is in `list-store.ts`. */

export const shipmentsByState = prepared((db) => {
  const inStatus = db
    .select({ id: shipments.id })
    .from(shipments)
    .where(
      and(
        eq(shipments.accountId, sql.placeholder("accountId")),
        eq(shipments.status, sql.placeholder("status")),
      ),
    )
    .limit(sql.placeholder("max"))
    .as("in_status");
  const withoutDriver = db
    .select({ id: shipments.id })
    .from(shipments)
    .where(and(eq(shipments.accountId, sql.placeholder("accountId")), sql`${shipments.withoutDriver} = 1`))
    .limit(sql.placeholder("max"))
    .as("without_driver");
  const countWithout = db.select({ total: count() }).from(withoutDriver).prepare();
  const countIn = db.select({ total: count() }).from(inStatus).prepare();

  return {
    /** How many are in a state, counted up to `max`. */
    countIn: (accountId: string, status: Status, max: number): number =>
      countIn.get({ accountId, status, max })?.total ?? 0,
    /** How many a fleet has and no driver of it, counted up to `max`. */
    countWithoutDriver: (accountId: string, max: number): number =>
      countWithout.get({ accountId, max })?.total ?? 0,
  };
});

/** Of a stop's window, as the index has it. */
const firstWindow = sql`coalesce(${shipments.pickup} ->> '$.window.start', ${shipments.delivery} ->> '$.window.start')`;

export const shipmentsOfDays = prepared((db) => {
  const from = sql.placeholder("from");
  const until = sql.placeholder("until");
  const limit = sql.placeholder("limit");
  const isOwn = eq(shipments.accountId, sql.placeholder("accountId"));
  const byWindow = db
    .select()
    .from(shipments)
    .where(and(isOwn, sql`${firstWindow} >= ${from}`, sql`${firstWindow} < ${until}`))
    .orderBy(asc(firstWindow))
    .limit(limit)
    .prepare();
  const byCreation = db
    .select()
    .from(shipments)
    .where(and(isOwn, gte(shipments.createdAt, from), lt(shipments.createdAt, until), isNull(firstWindow)))
    .orderBy(asc(shipments.createdAt))
    .limit(limit)
    .prepare();
  return {
    /** Shipments of an account whose first window begins within a span, in order. */
    byWindow: (accountId: string, from: number, until: number, limit: number): ShipmentRow[] =>
      byWindow.all({ accountId, from: toText(from), until: toText(until), limit }).map(withoutInvented),
    /** Those without a window that were created within it. */
    byCreation: (accountId: string, from: number, until: number, limit: number): ShipmentRow[] =>
      byCreation.all({ accountId, from, until, limit }).map(withoutInvented),
  };
});

function toText(at: number): string {
  return new Date(at).toISOString();
}

export const shipmentsExpiring = dueRows({
  table: "shipments",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.expires_at`,
  account: (row) => `${row}.account_id`,
});
