import { and, asc, eq, gt, gte, inArray, isNotNull, max, type SQL, sql } from "drizzle-orm";
import { type DueLanes, distinctValues } from "../../infra/db/due-lanes.ts";
import { isInRealTime } from "../../infra/db/due-rows.ts";
import { rowChange, rowInsert } from "../../infra/db/rows.ts";
import { prepared, type Store } from "../../infra/db/store.ts";
import type { AssignmentRow } from "../lifecycle/rows.ts";
import { assignments } from "../lifecycle/table.ts";
import { carrierCalls } from "./table.ts";

export type CarrierCall = typeof carrierCalls.$inferSelect;

/** Whether it is the first open call of its assignment. */
const isFirst = (row: string) =>
  `${row}.id = (SELECT min(first.id) FROM carrier_calls AS first WHERE first.assignment_id = ${row}.assignment_id)`;
const accountOf = (row: string) =>
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
          sql.raw(isFirst("carrier_calls")),
          condition,
        ),
      )
      .orderBy(asc(carrierCalls.dueAt), asc(carrierCalls.id))
      .limit(sql.placeholder("limit"))
      .prepare();
  const dueOfCarrier = dueWhere();
  const dueInRealTime = dueWhere(sql.raw(isInRealTime(accountOf("carrier_calls"))));
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
    .set({ askedAt: sql`${sql.placeholder("askedAt")}` })
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
    /** The same without those of accounts with clocks of their own. */
    callsInRealTime: (carrierId: string, from: number, limit: number): CarrierCall[] =>
      dueInRealTime.all({ carrierId, from, limit }),
    firstCallOf: (assignmentId: string): CarrierCall | undefined => firstOfAssignment.get({ assignmentId }),
    findCall: (id: number): CarrierCall | undefined => findCall.get({ id }),
    hasCall: (assignmentId: string, kind: CarrierCall["kind"]): boolean =>
      waitingOfKind.get({ assignmentId, kind }) !== undefined,
    markAsked: (id: number, askedAt: number): void =>
      void db.update(carrierCalls).set({ askedAt }).where(eq(carrierCalls.id, id)).run(),
    /** Tells the cancellation that follows a booking without an answer when the booking was asked for. */
    noteBookingAsked: (assignmentId: string, askedAt: number): void =>
      void noteAsked.run({ assignmentId, askedAt }),
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

/** Assignments with open calls, in lanes of their carriers: each is due with its first call. */
export interface CarrierCalls extends DueLanes {
  /** The first open call of an assignment. */
  first(assignmentId: string): CarrierCall | undefined;
}

export function carrierCallsOf(store: Store): CarrierCalls {
  const { carriersWaiting, callsOf: allCallsOf, callsInRealTime, firstCallOf } = assignmentStore(store.db);
  const callsOf = store.hasTestClocks ? callsInRealTime : allCallsOf;
  // The end of a call is the turn of the next one, which may be due earlier.
  const firstDue = (row: string) =>
    `coalesce((SELECT min(due_at) FROM carrier_calls WHERE assignment_id = ${row}.assignment_id), ${row}.due_at)`;
  const values = (row: string) => [`${row}.carrier_id`, `${row}.assignment_id`, firstDue(row)];
  return {
    lanes: carriersWaiting,
    read: (carrierId, from, limit) =>
      callsOf(carrierId, from, limit).map((call) => ({ id: call.assignmentId, at: call.dueAt })),
    watch: (listener) =>
      store.watchRows({ table: "carrier_calls", when: () => "1", values, alsoDeleted: true }, listener),
    isEmpty: store.isUntouched,
    synced: store.synced,
    first: firstCallOf,
    indexed: store.hasTestClocks
      ? {
          table: "carrier_calls",
          id: (row) => `${row}.assignment_id`,
          at: (row) => `${row}.due_at`,
          account: accountOf,
          condition: isFirst,
          isGrouped: true,
        }
      : undefined,
  };
}
