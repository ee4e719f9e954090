import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { type Placeholders, perShape } from "../../../infra/db/per-shape.ts";
import { rowUpsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { AttentionKind } from "./attention.ts";
import { causeOf } from "./cause.ts";
import { type AttentionRow, attentionItems } from "./table.ts";

export type { AttentionRow } from "./table.ts";

interface AttentionFilter {
  kind?: AttentionKind | undefined;
  driverId?: string | undefined;
  carrierId?: string | undefined;
  shipmentId?: string | undefined;
  cause?: string | undefined;
}

/** Items with the same cause. */
interface AttentionGroupRow {
  cause: string;
  /** All of them have it. */
  kind: AttentionKind;
  count: number;
  /** When the first harm comes, or came. */
  dueAt: number;
}

/** Where a group stands in the list. */
export type AttentionGroupPlace = Pick<AttentionGroupRow, "dueAt" | "cause">;

interface GroupPage {
  owner: string | undefined;
  after: AttentionGroupPlace | undefined;
  limit: number;
}

/** Where an item stands in the list. */
export type AttentionPlace = Pick<AttentionRow, "dueAt" | "id">;

interface AttentionPage extends AttentionFilter {
  /** The account; undefined for the installation. */
  owner: string | undefined;
  after: AttentionPlace | undefined;
  limit: number;
}

const { accountId, isInstalled, dueAt, id, cause } = attentionItems;

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

  const ownedBy = (owner: Placeholders<GroupPage>["owner"]) =>
    owner
      ? and(eq(accountId, owner), isNull(attentionItems.dismissedAt))
      : and(sql`${isInstalled} = 1`, isNull(attentionItems.operatorDismissedAt));
  const matching = (given: Placeholders<Omit<AttentionPage, "after">>) => {
    const { owner, kind, driverId, carrierId, shipmentId } = given;
    const owned = ownedBy(owner);
    const knowsDriver = owner && eq(isInstalled, false);
    return and(
      owned,
      kind && eq(attentionItems.kind, kind),
      driverId && and(eq(attentionItems.driverId, driverId), knowsDriver),
      carrierId && eq(attentionItems.carrierId, carrierId),
      shipmentId && eq(attentionItems.shipmentId, shipmentId),
      given.cause && eq(cause, given.cause),
    );
  };
  const groups = perShape<GroupPage, AttentionGroupRow>(({ owner, after, limit }) => {
    const first = sql<number>`min(${dueAt})`;
    return db
      .select({ cause, kind: sql<AttentionKind>`min(${attentionItems.kind})`, count: count(), dueAt: first })
      .from(attentionItems)
      .where(ownedBy(owner))
      .groupBy(cause)
      .having(after && sql`(${first}, ${cause}) > (${after.dueAt}, ${after.cause})`)
      .orderBy(asc(first), asc(cause))
      .limit(limit);
  });
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

  const upsert = rowUpsert(db, attentionItems, "id");
  return {
    save: (row: Omit<AttentionRow, "cause">): void => upsert({ ...row, cause: causeOf(row) }),
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
    /** Those of an account, or of the installation's carriers, by their cause: soonest harm first, from after a place. */
    groups: (
      owner: string | null,
      after: AttentionGroupPlace | undefined,
      limit: number,
    ): AttentionGroupRow[] => groups.all({ owner: owner ?? undefined, after, limit }),
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
