import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { type Placeholders, perShape } from "../../../infra/db/per-shape.ts";
import { rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { AttentionKind } from "./attention.ts";
import { attentionItems } from "./table.ts";

export type AttentionRow = typeof attentionItems.$inferSelect;

interface AttentionFilter {
  kind?: AttentionKind | undefined;
  driverId?: string | undefined;
  carrierId?: string | undefined;
}

/** Where an item stands in the list. */
export type AttentionPlace = Pick<AttentionRow, "dueAt" | "id">;

interface AttentionPage extends AttentionFilter {
  /** The account; undefined for the installation. */
  owner: string | undefined;
  after: AttentionPlace | undefined;
  limit: number;
}

const { accountId, isInstalled, dueAt, id } = attentionItems;

export const attentionStore = prepared((db) => {
  const ofShipment = db
    .select()
    .from(attentionItems)
    .where(eq(attentionItems.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  const ofSchedule = db
    .select()
    .from(attentionItems)
    .where(eq(attentionItems.scheduleId, sql.placeholder("scheduleId")))
    .prepare();
  const ofOrder = db
    .select()
    .from(attentionItems)
    .where(eq(attentionItems.orderRequestId, sql.placeholder("orderId")))
    .prepare();
  const ofOrderForm = db
    .select()
    .from(attentionItems)
    .where(eq(attentionItems.orderFormId, sql.placeholder("formId")))
    .prepare();
  const findById = db
    .select()
    .from(attentionItems)
    .where(eq(id, sql.placeholder("id")))
    .prepare();
  const remove = db
    .delete(attentionItems)
    .where(eq(id, sql.placeholder("id")))
    .prepare();

  const matching = ({ owner, kind, driverId, carrierId }: Placeholders<Omit<AttentionPage, "after">>) => {
    const owned = owner
      ? and(eq(accountId, owner), isNull(attentionItems.dismissedAt))
      : and(eq(isInstalled, true), isNull(attentionItems.operatorDismissedAt));
    const knowsDriver = owner && eq(isInstalled, false);
    return and(
      owned,
      kind && eq(attentionItems.kind, kind),
      driverId && and(eq(attentionItems.driverId, driverId), knowsDriver),
      carrierId && eq(attentionItems.carrierId, carrierId),
    );
  };
  const page = perShape<AttentionPage, AttentionRow>(({ after, ...given }) =>
    db
      .select()
      .from(attentionItems)
      .where(and(matching(given), after && sql`(${dueAt}, ${id}) > (${after.dueAt}, ${after.id})`))
      .orderBy(asc(dueAt), asc(id))
      .limit(given.limit),
  );
  const total = perShape<Omit<AttentionPage, "after">, { total: number }>((given) =>
    db
      .select({ total: count() })
      .from(db.select({ id }).from(attentionItems).where(matching(given)).limit(given.limit).as("matching")),
  );

  return {
    save: rowUpsert(db, attentionItems, "id"),
    remove: (id: string): void => void remove.run({ id }),
    /** All items of the carrier's jobs. */
    showToOperator: (carrierId: string): void =>
      void db
        .update(attentionItems)
        .set({ isInstalled: true })
        .where(eq(attentionItems.carrierId, carrierId))
        .run(),
    find: (id: string): AttentionRow | undefined => findById.get({ id }),
    /** Also those that were dismissed. */
    ofShipment: (shipmentId: string): AttentionRow[] => ofShipment.all({ shipmentId }),
    ofOrder: (orderId: string): AttentionRow | undefined => ofOrder.get({ orderId }),
    /** Also of what was ordered by it. */
    ofOrderForm: (formId: string): AttentionRow[] => ofOrderForm.all({ formId }),
    ofSchedule: (scheduleId: string): AttentionRow | undefined => ofSchedule.get({ scheduleId }),

    /** Of an account, or with null those of the installation's carriers: soonest harm first, from after a place. */
    list: (
      owner: string | null,
      filter: AttentionFilter,
      after: AttentionPlace | undefined,
      limit: number,
    ): AttentionRow[] => page.all({ ...filter, owner: owner ?? undefined, after, limit }),
    /** How many the list has, counted up to `max`. */
    count: (owner: string | null, filter: AttentionFilter, max: number): number =>
      total.get({ ...filter, owner: owner ?? undefined, limit: max })?.total ?? 0,
  };
});

/** Shipments whose rules are due to be looked at. */
export const looksDue = dueRows({
  table: "shipments",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.attention_at`,
  account: (row) => `${row}.account_id`,
});
