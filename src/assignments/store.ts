import { and, asc, eq, gt, lte, max, min, sql } from "drizzle-orm";
import { rowInsert } from "../db/rows.ts";
import { prepared } from "../db/store.ts";
import { assignments, carrierCalls } from "./table.ts";

export type AssignmentRow = typeof assignments.$inferSelect;
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
    .where(eq(assignments.shipmentId, sql.placeholder("shipmentId")))
    .orderBy(asc(assignments.attempt))
    .prepare();
  const lastAttempt = db
    .select({ last: max(assignments.attempt) })
    .from(assignments)
    .where(eq(assignments.shipmentId, sql.placeholder("shipmentId")))
    .prepare();
  /** The first call that each assignment still needs, if it is due. */
  const dueCalls = db
    .select()
    .from(carrierCalls)
    .where(
      and(
        lte(carrierCalls.dueAt, sql.placeholder("now")),
        sql`${carrierCalls.id} = (SELECT min(first.id) FROM carrier_calls AS first
            WHERE first.assignment_id = ${carrierCalls.assignmentId})`,
      ),
    )
    .orderBy(asc(carrierCalls.dueAt))
    .limit(sql.placeholder("limit"))
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
    dueCalls: (now: number, limit: number): CarrierCall[] => dueCalls.all({ now, limit }),
    nextCallDue: (now: number): number | undefined => nextCall.get({ now })?.at ?? undefined,
    postponeCall: (id: number, attempts: number, dueAt: number): void =>
      void db.update(carrierCalls).set({ attempts, dueAt }).where(eq(carrierCalls.id, id)).run(),
    removeCall: (id: number): void => void db.delete(carrierCalls).where(eq(carrierCalls.id, id)).run(),
  };
});
