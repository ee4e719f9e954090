import { and, desc, eq, gte, inArray, lt, ne, sql } from "drizzle-orm";
import { perShape } from "../../infra/db/per-shape.ts";
import { rowInsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import type { ChargeKind } from "./charge.ts";
import { charges } from "./table.ts";

export type ChargeRow = typeof charges.$inferSelect;

interface ChargeFilter {
  shipmentId?: string | undefined;
  carrierId?: string | undefined;
  kind?: ChargeKind | undefined;
  createdAfter?: number | undefined;
  createdBefore?: number | undefined;
}

/** Where a charge stands in the list. */
export type ChargePlace = Pick<ChargeRow, "createdAt" | "id">;

interface ChargePage extends ChargeFilter {
  accountId: string;
  before: ChargePlace | undefined;
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
  const ofAssignment = db
    .select()
    .from(charges)
    .where(
      and(
        eq(charges.assignmentId, sql.placeholder("assignmentId")),
        eq(charges.kind, sql.placeholder("kind")),
        ne(charges.kind, "adjustment"),
      ),
    )
    .prepare();
  const reversalOf = db
    .select({ id: charges.id })
    .from(charges)
    .where(eq(charges.reverses, sql.placeholder("id")))
    .prepare();

  const page = perShape<ChargePage, ChargeRow>(
    ({ accountId, shipmentId, carrierId, kind, createdAfter, createdBefore, before, limit }) => {
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
            kind && eq(charges.kind, kind),
            createdAfter && gte(createdAt, createdAfter),
            createdBefore && lt(createdAt, createdBefore),
            before && sql`(${createdAt}, ${id}) < (${before.createdAt}, ${before.id})`,
          ),
        )
        .orderBy(desc(createdAt), desc(id))
        .limit(limit);
    },
  );

  return {
    insert: rowInsert(db, charges),
    /** What the assignment was charged, whether it is reversed or not. */
    findOfAssignment: (
      assignmentId: string,
      kind: Exclude<ChargeKind, "adjustment">,
    ): ChargeRow | undefined => ofAssignment.get({ assignmentId, kind }),
    isReversed: (id: string): boolean => reversalOf.get({ id }) !== undefined,

    /** Newest first, from before a place. */
    list: (
      accountId: string,
      filter: ChargeFilter,
      before: ChargePlace | undefined,
      limit: number,
    ): ChargeRow[] => page.all({ ...filter, accountId, before, limit }),

    deleteOfAccount: (accountId: string, limit: number): number =>
      deleteOfAccount.run({ accountId, limit }).changes,
  };
});
