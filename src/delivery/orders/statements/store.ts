import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { sumWhere } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { besideKinds, type ChargeKind } from "../../lifecycle/charges/charge.ts";
import { statementTotals } from "./table.ts";

/** Minor units of a currency. */
export interface Sums {
  currency: string;
  /** How many there are. */
  charges: number;
  deliveries: number;
  cancellations: number;
  adjustments: number;
  later: number;
  total: number;
  /** What the carriers take of it. */
  cost: number;
}

/** Of one account and one carrier. */
export interface OperatorLine extends Sums {
  accountId: string;
  carrierId: string;
}

/** Where a line stands. */
type OperatorPlace = Pick<OperatorLine, "accountId" | "carrierId" | "currency">;

const { month, accountId, carrierId, currency, kind, amount } = statementTotals;
const sumOf = (word: ChargeKind) => sumWhere(amount, eq(kind, word));
const sums = {
  currency,
  charges: sql<number>`sum(${statementTotals.charges})`,
  deliveries: sumOf("delivery"),
  cancellations: sumOf("cancellation"),
  adjustments: sumOf("adjustment"),
  later: sumWhere(amount, inArray(kind, [...besideKinds])),
  total: sql<number>`sum(${amount})`,
  cost: sql<number>`sum(${statementTotals.cost})`,
};

export const statementStore = prepared((db) => {
  const ofMonth = eq(month, sql.placeholder("month"));
  const totals = db.select(sums).from(statementTotals).where(ofMonth).groupBy(currency).prepare();
  const totalsOf = db
    .select(sums)
    .from(statementTotals)
    .where(and(ofMonth, eq(accountId, sql.placeholder("accountId"))))
    .groupBy(currency)
    .prepare();
  const lines = db
    .select({ accountId, carrierId, ...sums })
    .from(statementTotals)
    .where(
      and(
        ofMonth,
        sql`(${accountId}, ${carrierId}, ${currency}) >
          (${sql.placeholder("accountId")}, ${sql.placeholder("carrierId")}, ${sql.placeholder("currency")})`,
      ),
    )
    .groupBy(accountId, carrierId, currency)
    .orderBy(asc(accountId), asc(carrierId), asc(currency))
    .limit(sql.placeholder("limit"))
    .prepare();

  return {
    /** By currency. */
    totals: (month: string): Sums[] => totals.all({ month }),
    totalsOf: (month: string, accountId: string): Sums[] => totalsOf.all({ month, accountId }),
    /** By account and carrier, after a place. */
    lines: (month: string, after: OperatorPlace, limit: number): OperatorLine[] =>
      lines.all({ month, ...after, limit }),
  };
});
