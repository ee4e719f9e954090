import { and, asc, count, eq, gt, lte, min, sql } from "drizzle-orm";
import { prepared } from "../../infra/db/store.ts";
import { shipments } from "../lifecycle/table.ts";
import type { Status } from "../model.ts";

/** Finds and counts shipments by state. The list is in `list-store.ts`. */

export const shipmentsByState = prepared((db) => {
  const expiring = db
    .select({ id: shipments.id })
    .from(shipments)
    .where(lte(shipments.expiresAt, sql.placeholder("now")))
    .orderBy(asc(shipments.expiresAt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const nextExpiry = db
    .select({ at: min(shipments.expiresAt) })
    .from(shipments)
    .where(gt(shipments.expiresAt, sql.placeholder("now")))
    .prepare();
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
  const countIn = db.select({ total: count() }).from(inStatus).prepare();

  return {
    expired: (now: number, limit: number): string[] => expiring.all({ now, limit }).map((row) => row.id),
    nextExpiry: (now: number): number | undefined => nextExpiry.get({ now })?.at ?? undefined,

    /** How many are in a state, counted up to `max`. */
    countIn: (accountId: string, status: Status, max: number): number =>
      countIn.get({ accountId, status, max })?.total ?? 0,
  };
});
