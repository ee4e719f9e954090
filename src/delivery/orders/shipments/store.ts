import { and, count, eq, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { shipments } from "../../lifecycle/state/table.ts";
import type { Status } from "../../model/model.ts";

/** Counts shipments by state, and finds those that expire. The list is in `list-store.ts`. */

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

export const shipmentsExpiring = dueRows({
  table: "shipments",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.expires_at`,
  account: (row) => `${row}.account_id`,
});
