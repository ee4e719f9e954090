import { and, asc, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { shipments } from "../../lifecycle/state/table.ts";
import { withoutInvented } from "../../model/address.ts";

/** Of a stop's window, as the index has it. */
const firstWindow = sql`coalesce(${shipments.pickup} ->> '$.window.start', ${shipments.delivery} ->> '$.window.start')`;

export const copyStore = prepared((db) => {
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
