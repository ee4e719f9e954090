import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { sumWhere } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { besideKinds, type ChargeKind } from "./charge.ts";
import { charges } from "./table.ts";

/** What an account owes the installation for a shipment in a month, of one carrier and in one currency. Minor units. */
export interface MonthLine {
  shipmentId: string;
  carrierId: string;
  currency: string;
  /** How many there are. */
  charges: number;
  deliveries: number;
  cancellations: number;
  adjustments: number;
  later: number;
  total: number;
}

/** Where a line stands. */
export type LinePlace = Pick<MonthLine, "shipmentId" | "carrierId" | "currency">;

const { shipmentId, carrierId, currency, kind, amount } = charges;
const place = sql`${shipmentId}, ${carrierId}, ${currency}`;
const sumOf = (word: ChargeKind) => sumWhere(amount, eq(kind, word));

export const monthStore = prepared((db) => {
  const lines = db
    .select({
      shipmentId,
      carrierId,
      currency,
      charges: sql<number>`count(*)`,
      deliveries: sumOf("delivery"),
      cancellations: sumOf("cancellation"),
      adjustments: sumOf("adjustment"),
      later: sumWhere(amount, inArray(kind, [...besideKinds])),
      total: sql<number>`sum(${amount})`,
    })
    .from(charges)
    .where(
      and(
        eq(charges.accountId, sql.placeholder("accountId")),
        sql`month = ${sql.placeholder("month")}`,
        eq(charges.billedBy, "installation"),
        sql`(${place}) > (${sql.placeholder("shipmentId")}, ${sql.placeholder("carrierId")}, ${sql.placeholder("currency")})`,
      ),
    )
    .groupBy(shipmentId, carrierId, currency)
    .orderBy(asc(shipmentId), asc(carrierId), asc(currency))
    .limit(sql.placeholder("limit"))
    .prepare();

  return {
    /** By shipment, after a place. @param month `2026-01`, in UTC */
    lines: (accountId: string, month: string, after: LinePlace, limit: number): MonthLine[] =>
      lines.all({ accountId, month, ...after, limit }),
  };
});
