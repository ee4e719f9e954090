import { and, asc, eq, gt, isNotNull, lte, max, min, sql } from "drizzle-orm";
import { rowChange, rowInsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import type { AssignmentRow } from "../lifecycle/rows.ts";
import { assignments } from "../lifecycle/table.ts";
import { carrierCalls } from "./table.ts";

export type CarrierCall = typeof carrierCalls.$inferSelect;

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
  const dueOfCarrier = db
    .select()
    .from(carrierCalls)
    .where(
      and(
        eq(carrierCalls.carrierId, sql.placeholder("carrierId")),
        lte(carrierCalls.dueAt, sql.placeholder("now")),
        sql`${carrierCalls.id} = (SELECT min(first.id) FROM carrier_calls AS first
          WHERE first.assignment_id = ${carrierCalls.assignmentId})`,
      ),
    )
    .orderBy(asc(carrierCalls.dueAt), asc(carrierCalls.id))
    .limit(sql.placeholder("limit"))
    .prepare();
  const carriersWaiting = db
    .select({ id: sql<string>`id` })
    .from(
      sql`(
        WITH RECURSIVE waiting (id) AS (
          SELECT min(carrier_id) FROM carrier_calls
          UNION ALL
          SELECT (SELECT min(carrier_id) FROM carrier_calls WHERE carrier_id > waiting.id)
          FROM waiting WHERE waiting.id IS NOT NULL
        ) SELECT id FROM waiting WHERE id IS NOT NULL)`,
    )
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
  const nextCall = db
    .select({ at: min(carrierCalls.dueAt) })
    .from(carrierCalls)
    .where(gt(carrierCalls.dueAt, sql.placeholder("now")))
    .prepare();

  return {
    insert: rowInsert(db, assignments),
    find: (id: string): AssignmentRow | undefined => findById.get({ id }),
    /** Oldest first, after attempt number `after`. */
    listOfShipment: (shipmentId: string, after: number, limit: number): AssignmentRow[] =>
      ofShipment.all({ shipmentId, after, limit }),
    lastAttempt: (shipmentId: string): number => lastAttempt.get({ shipmentId })?.last ?? 0,
    update: rowChange(db, assignments, "id"),

    addCall: (assignment: AssignmentRow, kind: CarrierCall["kind"], dueAt: number): void =>
      void addCall.run({ assignmentId: assignment.id, carrierId: assignment.carrier.id, kind, dueAt }),
    /**
     * The first open call of each assignment, if it is due. At most `limit` for each carrier, so a long backlog of one
     * carrier neither hides the calls of another nor costs more.
     */
    dueCalls: (now: number, limit: number): CarrierCall[] =>
      carriersWaiting.all().flatMap(({ id }) => dueOfCarrier.all({ carrierId: id, now, limit })),
    nextCallDue: (now: number): number | undefined => nextCall.get({ now })?.at ?? undefined,
    findCall: (id: number): CarrierCall | undefined => findCall.get({ id }),
    hasCall: (assignmentId: string, kind: CarrierCall["kind"]): boolean =>
      waitingOfKind.get({ assignmentId, kind }) !== undefined,
    markAsked: (id: number, askedAt: number): void =>
      void db.update(carrierCalls).set({ askedAt }).where(eq(carrierCalls.id, id)).run(),
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
  };
});
