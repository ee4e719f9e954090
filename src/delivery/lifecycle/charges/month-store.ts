import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { sumWhere } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { besideKinds, type ChargeKind } from "./charge.ts";
import { charges } from "./table.ts";

/** What charges sum up to. Minor units of a currency. */
export interface MonthSums {
  currency: string;
  /** How many there are. */
  charges: number;
  deliveries: number;
  cancellations: number;
  adjustments: number;
  later: number;
  total: number;
  /** What the customer of an order form pays for it; null where nobody says. */
  customerTotal: number | null;
}

/** The charges of a shipment in a month, of one carrier and in one currency. */
export interface MonthLine extends MonthSums {
  shipmentId: string;
  carrierId: string;
}

/** Where a line stands. */
export type LinePlace = Pick<MonthLine, "shipmentId" | "carrierId" | "currency">;

const { shipmentId, carrierId, currency, kind, amount } = charges;
const place = sql`${shipmentId}, ${carrierId}, ${currency}`;
const sumOf = (word: ChargeKind) => sumWhere(amount, eq(kind, word));

/** In hundredths of the minor unit. All charges of a shipment have the same markup. */
const hundredths = sql`(sum(${amount}) * (100 + max(${charges.markupPercent})) + 50)`;
/** SQLite divides towards zero, and what was taken back may be below it. */
const roundedHalfUp = sql`(${hundredths} - (${hundredths} % 100 + 100) % 100) / 100`;
const sums = {
  currency,
  charges: sql<number>`count(*)`.as("charge_count"),
  deliveries: sumOf("delivery").as("deliveries"),
  cancellations: sumOf("cancellation").as("cancellations"),
  adjustments: sumOf("adjustment").as("adjustments"),
  later: sumWhere(amount, inArray(kind, [...besideKinds])).as("later"),
  total: sql<number>`sum(${amount})`.as("total"),
  customerTotal: sql<number | null>`${roundedHalfUp}`.as("customer_total"),
};
const ofMonth = and(
  eq(charges.accountId, sql.placeholder("accountId")),
  sql`month = ${sql.placeholder("month")}`,
);
const ofForm = and(ofMonth, eq(charges.orderFormId, sql.placeholder("orderFormId")));

export const monthStore = prepared((db) => {
  const linesWhere = (whose: SQL | undefined) =>
    db
      .select({ shipmentId, carrierId, ...sums })
      .from(charges)
      .where(
        and(
          whose,
          sql`(${place}) > (${sql.placeholder("shipmentId")}, ${sql.placeholder("carrierId")}, ${sql.placeholder("currency")})`,
        ),
      )
      .groupBy(shipmentId, carrierId, currency)
      .orderBy(asc(shipmentId), asc(carrierId), asc(currency))
      .limit(sql.placeholder("limit"))
      .prepare();
  const lines = linesWhere(and(ofMonth, eq(charges.billedBy, "installation")));
  const linesOfForm = linesWhere(ofForm);
  const ofLines = db
    .select(sums)
    .from(charges)
    .where(ofForm)
    .groupBy(shipmentId, carrierId, currency)
    .as("lines");
  const summed = <T>(column: T) => sql<number>`sum(${column})`;
  const sumsOfForm = db
    .select({
      currency: ofLines.currency,
      charges: summed(ofLines.charges),
      deliveries: summed(ofLines.deliveries),
      cancellations: summed(ofLines.cancellations),
      adjustments: summed(ofLines.adjustments),
      later: summed(ofLines.later),
      total: summed(ofLines.total),
      customerTotal: sql<number | null>`sum(${ofLines.customerTotal})`,
    })
    .from(ofLines)
    .groupBy(ofLines.currency)
    .prepare();

  return {
    /** By shipment, after a place. @param month `2026-01`, in UTC */
    lines: (accountId: string, month: string, after: LinePlace, limit: number): MonthLine[] =>
      lines.all({ accountId, month, ...after, limit }),
    /** Of what was ordered by a form, whoever bills it. */
    linesOfForm: (
      accountId: string,
      month: string,
      orderFormId: string,
      after: LinePlace,
      limit: number,
    ): MonthLine[] => linesOfForm.all({ accountId, month, orderFormId, ...after, limit }),
    /** By currency. */
    sumsOfForm: (accountId: string, month: string, orderFormId: string): MonthSums[] =>
      sumsOfForm.all({ accountId, month, orderFormId }),
  };
});
