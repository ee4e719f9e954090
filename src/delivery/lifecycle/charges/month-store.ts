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
}

/** The charges of a shipment in a month, of one carrier and in one currency. */
export interface MonthLine extends MonthSums {
  shipmentId: string;
  carrierId: string;
}

/** Of what was ordered by an order form. */
export type OfCustomer<Sums extends MonthSums> = Sums & {
  /** What the form's customer pays for the total; null where nobody says. */
  customerTotal: number | null;
};

/** Where a line stands. */
export type LinePlace = Pick<MonthLine, "shipmentId" | "carrierId" | "currency">;

const { shipmentId, carrierId, currency, kind, amount } = charges;
/** What the price of a line's customer is computed from. */
type Line = Record<"earlier" | "total" | "markupPercent", SQL.Aliased>;

const place = sql`${shipmentId}, ${carrierId}, ${currency}`;
const sumOf = (word: ChargeKind) => sumWhere(amount, eq(kind, word));

const sums = {
  currency,
  charges: sql<number>`count(*)`.as("charge_count"),
  deliveries: sumOf("delivery").as("deliveries"),
  cancellations: sumOf("cancellation").as("cancellations"),
  adjustments: sumOf("adjustment").as("adjustments"),
  later: sumWhere(amount, inArray(kind, [...besideKinds])).as("later"),
  total: sql<number>`sum(${amount})`.as("total"),
};

/** What a line has, and what its customer's price is computed from. All charges of a shipment have the same markup. */
const customerSums = {
  shipmentId,
  carrierId,
  ...sums,
  markupPercent: sql<number | null>`max(${charges.markupPercent})`.as("line_markup_percent"),
  earlier: sql<number>`coalesce((
    SELECT sum(past.amount) FROM charges AS past
    WHERE past.shipment_id = charges.shipment_id AND past.carrier_id = charges.carrier_id
      AND past.currency = charges.currency AND past.month < charges.month
  ), 0)`.as("earlier"),
};

/** SQLite divides towards zero, and what was taken back may be below it. @param price minor units */
function customerPriceOf(price: SQL, markupPercent: SQL.Aliased): SQL {
  const hundredths = sql`(${price} * (100 + ${markupPercent}) + 50)`;
  return sql`((${hundredths} - (${hundredths} % 100 + 100) % 100) / 100)`;
}

const ofMonth = and(
  eq(charges.accountId, sql.placeholder("accountId")),
  sql`month = ${sql.placeholder("month")}`,
);
const ofForm = and(ofMonth, eq(charges.orderFormId, sql.placeholder("orderFormId")));

export const monthStore = prepared((db) => {
  const after = sql`(${place}) > (${sql.placeholder("shipmentId")}, ${sql.placeholder("carrierId")}, ${sql.placeholder("currency")})`;
  const inOrder = [asc(shipmentId), asc(carrierId), asc(currency)];
  const lines = db
    .select({ shipmentId, carrierId, ...sums })
    .from(charges)
    .where(and(ofMonth, eq(charges.billedBy, "installation"), after))
    .groupBy(shipmentId, carrierId, currency)
    .orderBy(...inOrder)
    .limit(sql.placeholder("limit"))
    .prepare();
  const linesWhere = (whose: SQL | undefined) =>
    db.select(customerSums).from(charges).where(whose).groupBy(shipmentId, carrierId, currency);
  /** The months of a line add up to the price of their sum: each has what the month changes of it. */
  const customerTotalOf = ({ earlier, total, markupPercent }: Line) => {
    const until = customerPriceOf(sql`(${earlier} + ${total})`, markupPercent);
    return sql<number | null>`(${until} - ${customerPriceOf(sql`${earlier}`, markupPercent)})`;
  };
  const page = linesWhere(and(ofForm, after))
    .orderBy(...inOrder)
    .limit(sql.placeholder("limit"))
    .as("page");
  const linesOfForm = db
    .select({
      shipmentId: page.shipmentId,
      carrierId: page.carrierId,
      currency: page.currency,
      charges: page.charges,
      deliveries: page.deliveries,
      cancellations: page.cancellations,
      adjustments: page.adjustments,
      later: page.later,
      total: page.total,
      customerTotal: customerTotalOf(page),
    })
    .from(page)
    .orderBy(asc(page.shipmentId), asc(page.carrierId), asc(page.currency))
    .prepare();
  const ofLines = linesWhere(ofForm).as("lines");
  const summed = (column: SQL | SQL.Aliased) => sql<number>`sum(${column})`;
  const sumsOfForm = db
    .select({
      currency: ofLines.currency,
      charges: summed(ofLines.charges),
      deliveries: summed(ofLines.deliveries),
      cancellations: summed(ofLines.cancellations),
      adjustments: summed(ofLines.adjustments),
      later: summed(ofLines.later),
      total: summed(ofLines.total),
      customerTotal: sql<number | null>`${summed(customerTotalOf(ofLines))}`,
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
    ): OfCustomer<MonthLine>[] => linesOfForm.all({ accountId, month, orderFormId, ...after, limit }),
    /** By currency. */
    sumsOfForm: (accountId: string, month: string, orderFormId: string): OfCustomer<MonthSums>[] =>
      sumsOfForm.all({ accountId, month, orderFormId }),
  };
});
