import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, max, type SQL, sql } from "drizzle-orm";
import { distinctValues } from "../../../infra/db/due-lanes.ts";
import { isInRealTime } from "../../../infra/db/due-rows.ts";
import { rowChange, rowInsert } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { AssignmentRow } from "../state/rows.ts";
import { assignments } from "../state/table.ts";
import { carrierCalls } from "./table.ts";

export type CarrierCall = typeof carrierCalls.$inferSelect;

/** Whether it is the first open call of its assignment. */
export const isFirstCall = (row: string) =>
  `${row}.id = (SELECT min(first.id) FROM carrier_calls AS first WHERE first.assignment_id = ${row}.assignment_id)`;
/** The account of a call's shipment. */
export const accountOfCall = (row: string) =>
  `(SELECT shipments.account_id FROM assignments JOIN shipments ON shipments.id = assignments.shipment_id
    WHERE assignments.id = ${row}.assignment_id)`;

export const assignmentStore = prepared((db) => {
  const findById = db
    .select()
    .from(assignments)
    .where(eq(assignments.id, sql.placeholder("id")))
    .prepare();
  const ofShipment = db
    .select()
    .from(assignments)
    .where(
      and(
        eq(assignments.shipmentId, sql.placeholder("shipmentId")),
        gt(assignments.attempt, sql.placeholder("after")),
      ),
    )
    .orderBy(asc(assignments.attempt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const lastAttempt = db
    .select({ last: max(assignments.attempt) })
    .from(assignments)
    .where(eq(assignments.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  const addReports = db
    .update(assignments)
    .set({ reportCount: sql`${assignments.reportCount} + ${sql.placeholder("added")}` })
    .where(eq(assignments.id, sql.placeholder("id")))
    .prepare();
  const addCall = db
    .insert(carrierCalls)
    .values({
      assignmentId: sql.placeholder("assignmentId"),
      carrierId: sql.placeholder("carrierId"),
      kind: sql.placeholder("kind"),
      attempts: 0,
      dueAt: sql.placeholder("dueAt"),
    })
    .prepare();
  const dueWhere = (condition?: SQL) =>
    db
      .select()
      .from(carrierCalls)
      .where(
        and(
          eq(carrierCalls.carrierId, sql.placeholder("carrierId")),
          gte(carrierCalls.dueAt, sql.placeholder("from")),
          sql.raw(isFirstCall("carrier_calls")),
          condition,
        ),
      )
      .orderBy(asc(carrierCalls.dueAt), asc(carrierCalls.id))
      .limit(sql.placeholder("limit"))
      .prepare();
  const dueOfCarrier = dueWhere();
  const dueInRealTime = dueWhere(sql.raw(isInRealTime(accountOfCall("carrier_calls"))));
  const firstOfAssignment = db
    .select()
    .from(carrierCalls)
    .where(eq(carrierCalls.assignmentId, sql.placeholder("assignmentId")))
    .orderBy(asc(carrierCalls.id))
    .limit(1)
    .prepare();
  const carriersWaiting = db
    .select({ id: sql<string>`id` })
    .from(distinctValues("carrier_calls", "carrier_id"))
    .prepare();
  const findCall = db
    .select()
    .from(carrierCalls)
    .where(eq(carrierCalls.id, sql.placeholder("id")))
    .prepare();
  const waitingOfKind = db
    .select({ id: carrierCalls.id })
    .from(carrierCalls)
    .where(
      and(
        eq(carrierCalls.assignmentId, sql.placeholder("assignmentId")),
        eq(carrierCalls.kind, sql.placeholder("kind")),
      ),
    )
    .limit(1)
    .prepare();
  const noteAsked = db
    .update(carrierCalls)
    .set({
      askedAt: sql`${sql.placeholder("askedAt")}`,
      purchaseSentAt: sql`${sql.placeholder("purchaseSentAt")}`,
    })
    .where(
      and(eq(carrierCalls.assignmentId, sql.placeholder("assignmentId")), eq(carrierCalls.kind, "cancel")),
    )
    .prepare();
  const removeCall = db
    .delete(carrierCalls)
    .where(eq(carrierCalls.id, sql.placeholder("id")))
    .prepare();
  const removeCalls = db
    .delete(carrierCalls)
    .where(
      and(
        eq(carrierCalls.assignmentId, sql.placeholder("assignmentId")),
        eq(carrierCalls.kind, sql.placeholder("kind")),
      ),
    )
    .prepare();
  const removePendingBooking = db
    .delete(carrierCalls)
    .where(
      and(
        eq(carrierCalls.assignmentId, sql.placeholder("assignmentId")),
        eq(carrierCalls.kind, "book"),
        isNotNull(carrierCalls.pendingAt),
      ),
    )
    .prepare();
  const activeOf = db
    .select({ id: assignments.id })
    .from(assignments)
    .where(
      and(
        sql`${assignments.carrier} ->> '$.id' = ${sql.placeholder("carrierId")}`,
        inArray(assignments.status, ["pending", "confirmed"]),
      ),
    )
    .limit(1)
    .prepare();
  const callsOf = db
    .select({ id: carrierCalls.id })
    .from(carrierCalls)
    .where(eq(carrierCalls.carrierId, sql.placeholder("carrierId")))
    .limit(1)
    .prepare();

  return {
    insert: rowInsert(db, assignments),
    find: (id: string): AssignmentRow | undefined => findById.get({ id }),
    /** Oldest first, after attempt number `after`. */
    listOfShipment: (shipmentId: string, after: number, limit: number): AssignmentRow[] =>
      ofShipment.all({ shipmentId, after, limit }),
    lastAttempt: (shipmentId: string): number => lastAttempt.get({ shipmentId })?.last ?? 0,
    update: rowChange(db, assignments, "id"),
    addReports: (id: string, added: number): void => void addReports.run({ id, added }),

    addCall: (assignment: AssignmentRow, kind: CarrierCall["kind"], dueAt: number): void =>
      void addCall.run({ assignmentId: assignment.id, carrierId: assignment.carrier.id, kind, dueAt }),
    /** Carriers with an open call. */
    carriersWaiting: (): string[] => carriersWaiting.all().map(({ id }) => id),
    /** The first open call of each assignment, those due at `from` or later, in order of time. */
    callsOf: (carrierId: string, from: number, limit: number): CarrierCall[] =>
      dueOfCarrier.all({ carrierId, from, limit }),
    /** The first open call of each assignment, without those of accounts with clocks of their own. */
    callsInRealTime: (carrierId: string, from: number, limit: number): CarrierCall[] =>
      dueInRealTime.all({ carrierId, from, limit }),
    firstCallOf: (assignmentId: string): CarrierCall | undefined => firstOfAssignment.get({ assignmentId }),
    findCall: (id: number): CarrierCall | undefined => findCall.get({ id }),
    hasCall: (assignmentId: string, kind: CarrierCall["kind"]): boolean =>
      waitingOfKind.get({ assignmentId, kind }) !== undefined,
    markAsked: (id: number, askedAt: number): void =>
      void db.update(carrierCalls).set({ askedAt }).where(eq(carrierCalls.id, id)).run(),
    /** Tells the cancellation that follows a booking without an answer when the booking was asked for, and bought. */
    recordBookingAsked: (
      assignmentId: string,
      { askedAt, purchaseSentAt }: Pick<CarrierCall, "askedAt" | "purchaseSentAt">,
    ): void => void noteAsked.run({ assignmentId, askedAt, purchaseSentAt }),
    /** @returns whether nobody had sent it before */
    beginPurchase: (id: number, purchaseSentAt: number): boolean =>
      db
        .update(carrierCalls)
        .set({ purchaseSentAt })
        .where(and(eq(carrierCalls.id, id), isNull(carrierCalls.purchaseSentAt)))
        .run().changes > 0,
    undoPurchase: (id: number, purchaseSentAt: number): void =>
      void db
        .update(carrierCalls)
        .set({ purchaseSentAt: null })
        .where(and(eq(carrierCalls.id, id), eq(carrierCalls.purchaseSentAt, purchaseSentAt)))
        .run(),
    /** Makes the retry of a booking due now. */
    hurryBooking: (assignmentId: string, now: number): void =>
      void db
        .update(carrierCalls)
        .set({ dueAt: now })
        .where(
          and(
            eq(carrierCalls.assignmentId, assignmentId),
            eq(carrierCalls.kind, "book"),
            gt(carrierCalls.dueAt, now),
          ),
        )
        .run(),
    postponeCall: (id: number, attempts: number, dueAt: number): void =>
      void db.update(carrierCalls).set({ attempts, dueAt }).where(eq(carrierCalls.id, id)).run(),
    removeCall: (id: number): void => void removeCall.run({ id }),
    removeCalls: (assignmentId: string, kind: CarrierCall["kind"]): void =>
      void removeCalls.run({ assignmentId, kind }),
    /** Forgets a booking that the carrier will decide later. */
    removePendingBooking: (assignmentId: string): void => void removePendingBooking.run({ assignmentId }),
    markPending: (id: number, pendingAt: number): void =>
      void db.update(carrierCalls).set({ pendingAt }).where(eq(carrierCalls.id, id)).run(),
    hasActive: (carrierId: string): boolean => activeOf.get({ carrierId }) !== undefined,
    hasCalls: (carrierId: string): boolean => callsOf.get({ carrierId }) !== undefined,
  };
});
