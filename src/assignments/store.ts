import { asc, eq, gt, max, min, sql } from "drizzle-orm";
import { rowInsert } from "../db/rows.ts";
import { prepared } from "../db/store.ts";
import { assignments, carrierCalls } from "./table.ts";

export type AssignmentRow = typeof assignments.$inferSelect;
export type CarrierCall = typeof carrierCalls.$inferSelect;
export type DueCall = Omit<CarrierCall, "dueAt"> & { carrierId: string };

export const assignmentStore = prepared((db) => {
  const findById = db
    .select()
    .from(assignments)
    .where(eq(assignments.id, sql.placeholder("id")))
    .prepare();
  const ofShipment = db
    .select()
    .from(assignments)
    .where(eq(assignments.shipmentId, sql.placeholder("shipmentId")))
    .orderBy(asc(assignments.attempt))
    .prepare();
  const lastAttempt = db
    .select({ last: max(assignments.attempt) })
    .from(assignments)
    .where(eq(assignments.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  const nextCall = db
    .select({ at: min(carrierCalls.dueAt) })
    .from(carrierCalls)
    .where(gt(carrierCalls.dueAt, sql.placeholder("now")))
    .prepare();

  return {
    insert: rowInsert(db, assignments),
    find: (id: string): AssignmentRow | undefined => findById.get({ id }),
    listOfShipment: (shipmentId: string): AssignmentRow[] => ofShipment.all({ shipmentId }),
    lastAttempt: (shipmentId: string): number => lastAttempt.get({ shipmentId })?.last ?? 0,
    update: (id: string, change: Partial<AssignmentRow>): void =>
      void db.update(assignments).set(change).where(eq(assignments.id, id)).run(),

    addCall: (assignmentId: string, kind: CarrierCall["kind"], dueAt: number): void =>
      void db.insert(carrierCalls).values({ assignmentId, kind, attempts: 0, dueAt }).run(),
    /**
     * The first call that each assignment still needs, if it is due: at most `limit` of each carrier, so that
     * what waits for one carrier hides nothing of another.
     */
    dueCalls: (now: number, limit: number): DueCall[] =>
      db.all<DueCall>(sql`
        SELECT id, assignmentId, carrierId, kind, attempts FROM (
          SELECT calls.id, calls.assignment_id AS assignmentId, calls.kind, calls.attempts, calls.due_at,
            assignments.carrier ->> 'id' AS carrierId,
            row_number() OVER (PARTITION BY assignments.carrier ->> 'id' ORDER BY calls.due_at, calls.id) AS place
          FROM carrier_calls AS calls JOIN assignments ON assignments.id = calls.assignment_id
          WHERE calls.due_at <= ${now} AND calls.id = (
            SELECT min(first.id) FROM carrier_calls AS first WHERE first.assignment_id = calls.assignment_id)
        ) WHERE place <= ${limit} ORDER BY due_at, id`),
    nextCallDue: (now: number): number | undefined => nextCall.get({ now })?.at ?? undefined,
    postponeCall: (id: number, attempts: number, dueAt: number): void =>
      void db.update(carrierCalls).set({ attempts, dueAt }).where(eq(carrierCalls.id, id)).run(),
    removeCall: (id: number): void => void db.delete(carrierCalls).where(eq(carrierCalls.id, id)).run(),
  };
});
