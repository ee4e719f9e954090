import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { perOrder } from "../../../infra/db/per-order.ts";
import { perShape } from "../../../infra/db/per-shape.ts";
import { rowInsert, sumWhere } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { ListOrder } from "../../../infra/list-order.ts";
import { type ChargeKind, type LaterKind, laterKinds } from "./charge.ts";
import { charges } from "./table.ts";

export type ChargeRow = typeof charges.$inferSelect;

/** What a report of its carrier charged. */
export interface ReportedRow
  extends Pick<ChargeRow, "id" | "reportId" | "amount" | "cost" | "currency" | "reason" | "createdAt"> {
  kind: LaterKind;
}

interface ChargeFilter {
  shipmentId?: string | undefined;
  carrierId?: string | undefined;
  orderFormId?: string | undefined;
  kind?: ChargeKind | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}

/** Where a charge stands in the list. */
export type ChargePlace = Pick<ChargeRow, "createdAt" | "id">;

interface ChargePage extends ChargeFilter {
  accountId: string;
  /** Where the last page ended. */
  beyond: ChargePlace | undefined;
  limit: number;
}

const { accountId: account, createdAt, id } = charges;

export const chargeStore = prepared((db) => {
  const someOfAccount = db
    .select({ id })
    .from(charges)
    .where(eq(account, sql.placeholder("accountId")))
    .limit(sql.placeholder("limit"));
  const deleteOfAccount = db.delete(charges).where(inArray(id, someOfAccount)).prepare();
  const deleteOfShipment = db
    .delete(charges)
    .where(
      and(eq(account, sql.placeholder("accountId")), eq(charges.shipmentId, sql.placeholder("shipmentId"))),
    )
    .prepare();
  const ofAssignment = db
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.assignmentId, sql.placeholder("assignmentId")),
        eq(charges.kind, sql.placeholder("kind")),
        // A constant, and no value, can fit the condition of the partial index.
        sql`${charges.kind} IN ('delivery', 'cancellation', 'return')`,
      ),
    )
    .prepare();
  const changesOf = db
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.shipmentId, sql.placeholder("shipmentId")),
        eq(charges.assignmentId, sql.placeholder("assignmentId")),
        inArray(charges.kind, ["discount", "adjustment"]),
        isNull(charges.reverses),
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .prepare();
  const reversalOf = db
    .select({ id: charges.id })
    .from(charges)
    .where(eq(charges.reverses, sql.placeholder("id")))
    .prepare();

  const reported = db
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.assignmentId, sql.placeholder("assignmentId")),
        eq(charges.reportHash, sql.placeholder("reportHash")),
      ),
    )
    .prepare();
  const { reportId, amount, cost, currency, reason } = charges;
  const reportedOf = db
    .select({
      id,
      reportId,
      kind: sql<LaterKind>`${charges.kind}`,
      amount,
      cost,
      currency,
      reason,
      createdAt,
    })
    .from(charges)
    .where(and(eq(charges.assignmentId, sql.placeholder("assignmentId")), isNotNull(charges.reportHash)))
    .orderBy(asc(createdAt), asc(id))
    .prepare();

  const isOfShipment = eq(charges.shipmentId, sql.placeholder("shipmentId"));
  const isReversed = sql`EXISTS (SELECT 1 FROM charges AS reversal WHERE reversal.reverses = charges.id)`;
  const sumOf = db
    .select({
      total: sumWhere(charges.amount, sql`true`),
      later: sumWhere(charges.amount, sql`${inArray(charges.kind, [...laterKinds])} AND NOT ${isReversed}`),
    })
    .from(charges)
    .where(and(isOfShipment, eq(charges.currency, sql.placeholder("currency"))))
    .prepare();
  const sumOfAssignment = db
    .select({
      total: sumWhere(charges.amount, sql`true`),
      cost: sumWhere(sql`coalesce(${charges.cost}, ${charges.amount})`, sql`true`),
      laterCount: sumWhere(sql`1`, inArray(charges.kind, [...laterKinds])),
    })
    .from(charges)
    .where(
      and(
        isOfShipment,
        eq(charges.assignmentId, sql.placeholder("assignmentId")),
        eq(charges.currency, sql.placeholder("currency")),
      ),
    )
    .prepare();

  const pages = perOrder(({ isNewest, sorted, past }) =>
    perShape<ChargePage, ChargeRow>(
      ({ accountId, shipmentId, carrierId, orderFormId, kind, createdAfter, createdBefore, ...page }) => {
        const { beyond, limit } = page;
        // A place lies within the span. Given both, SQLite would start at the wrong one.
        const since = beyond && !isNewest ? undefined : createdAfter;
        const until = beyond && isNewest ? undefined : createdBefore;
        // The plus keeps SQLite from reading all of the account's charges for those of one shipment.
        const ofAccount = shipmentId ? sql`+${account} = ${accountId}` : eq(account, accountId);
        return db
          .select()
          .from(charges)
          .where(
            and(
              ofAccount,
              shipmentId && eq(charges.shipmentId, shipmentId),
              carrierId && eq(charges.carrierId, carrierId),
              orderFormId && eq(charges.orderFormId, orderFormId),
              kind && eq(charges.kind, kind),
              since && gte(createdAt, since),
              until && lt(createdAt, until),
              beyond && sql`(${createdAt}, ${id}) ${past} (${beyond.createdAt}, ${beyond.id})`,
            ),
          )
          .orderBy(sorted(createdAt), sorted(id))
          .limit(limit);
      },
    ),
  );

  return {
    insert: rowInsert(db, charges),
    /** What the assignment was charged, whether it is reversed or not. */
    findOfAssignment: (
      assignmentId: string,
      kind: Exclude<ChargeKind, LaterKind | "adjustment">,
    ): ChargeRow | undefined => ofAssignment.get({ assignmentId, kind }),
    /** What changed the price of this delivery, and takes back nothing: discounts and adjustments, oldest first. */
    changesOf: ({ shipmentId, assignmentId }: ChargeRow): ChargeRow[] =>
      changesOf.all({ shipmentId, assignmentId }),
    isReversed: (id: string): boolean => reversalOf.get({ id }) !== undefined,

    /** What a carrier's report charged, by the hash of its name. */
    findReported: (assignmentId: string, reportHash: string): ChargeRow | undefined =>
      reported.get({ assignmentId, reportHash }),
    /** What reports of its carrier charged, oldest first: at most 100. */
    reportedOf: (assignmentId: string): ReportedRow[] => reportedOf.all({ assignmentId }),

    /** Of one currency, in minor units. A discount that was taken back with its price is no later charge any more. */
    sumOf: (shipmentId: string, currency: string): { total: number; later: number } =>
      sumOf.get({ shipmentId, currency }) ?? { total: 0, later: 0 },

    /**
     * Of one currency, in minor units: what the account pays, and what the carrier takes. `laterCount`: how many
     * came beside the price.
     */
    sumOfAssignment: (
      shipmentId: string,
      assignmentId: string,
      currency: string,
    ): { total: number; cost: number; laterCount: number } =>
      sumOfAssignment.get({ shipmentId, assignmentId, currency }) ?? { total: 0, cost: 0, laterCount: 0 },

    /** In the order, from beyond a place. */
    list: (
      accountId: string,
      { order, ...filter }: ChargeFilter & { order: ListOrder },
      beyond: ChargePlace | undefined,
      limit: number,
    ): ChargeRow[] => pages[order].all({ ...filter, accountId, beyond, limit }),

    deleteOfAccount: (accountId: string, limit: number): number =>
      deleteOfAccount.run({ accountId, limit }).changes,
    deleteOfShipment: (accountId: string, shipmentId: string): void =>
      void deleteOfShipment.run({ accountId, shipmentId }),
  };
});
