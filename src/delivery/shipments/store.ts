import { and, asc, count, eq, gt, inArray, lte, min, sql } from "drizzle-orm";
import { rowInsert, rowUpdate } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import type { AssignmentRow } from "../assignments/store.ts";
import { assignments } from "../assignments/table.ts";
import type { Status } from "./status.ts";
import { shipmentEntries, shipments } from "./table.ts";

export type ShipmentRow = typeof shipments.$inferSelect;
export type EntryRow = typeof shipmentEntries.$inferSelect;

/** A shipment with its assignment of now. */
export interface ShipmentRecord {
  shipment: ShipmentRow;
  assignment: AssignmentRow | null;
}

export const shipmentStore = prepared((db) => {
  const findOwn = db
    .select()
    .from(shipments)
    .where(
      and(eq(shipments.id, sql.placeholder("id")), eq(shipments.accountId, sql.placeholder("accountId"))),
    )
    .prepare();
  const findAny = db
    .select()
    .from(shipments)
    .where(eq(shipments.id, sql.placeholder("id")))
    .prepare();
  const findByToken = db
    .select()
    .from(shipments)
    .where(eq(shipments.trackingToken, sql.placeholder("token")))
    .prepare();
  const assignmentById = db
    .select()
    .from(assignments)
    .where(eq(assignments.id, sql.placeholder("id")))
    .prepare();
  const insertEntry = db
    .insert(shipmentEntries)
    .values({
      shipmentId: sql.placeholder("shipmentId"),
      sequence: sql`(SELECT coalesce(max(sequence), 0) + 1 FROM shipment_entries
        WHERE shipment_id = ${sql.placeholder("shipmentId")})`,
      status: sql.placeholder("status"),
      substatus: sql.placeholder("substatus"),
      code: sql.placeholder("code"),
      message: sql.placeholder("message"),
      source: sql.placeholder("source"),
      location: sql.placeholder("location"),
      occurredAt: sql.placeholder("occurredAt"),
      recordedAt: sql.placeholder("recordedAt"),
    })
    .prepare();
  const entriesOf = db
    .select()
    .from(shipmentEntries)
    .where(eq(shipmentEntries.shipmentId, sql.placeholder("shipmentId")))
    .orderBy(asc(shipmentEntries.sequence))
    .prepare();
  const expiring = db
    .select({ id: shipments.id })
    .from(shipments)
    .where(lte(shipments.expiresAt, sql.placeholder("now")))
    .orderBy(asc(shipments.expiresAt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const inStatus = db
    .select({ id: shipments.id })
    .from(shipments)
    .where(
      and(
        eq(shipments.accountId, sql.placeholder("accountId")),
        eq(shipments.status, sql.placeholder("status")),
      ),
    )
    .limit(sql.placeholder("max"))
    .as("in_status");
  const countIn = db.select({ total: count() }).from(inStatus).prepare();
  const nextExpiry = db
    .select({ at: min(shipments.expiresAt) })
    .from(shipments)
    .where(gt(shipments.expiresAt, sql.placeholder("now")))
    .prepare();

  const assignmentOf = (assignmentId: string): AssignmentRow | null =>
    assignmentById.get({ id: assignmentId }) ?? null;

  /** Two lookups by key cost a third of a join with as many columns. */
  function withAssignment(shipment: ShipmentRow): ShipmentRecord {
    const { assignmentId } = shipment;
    return { shipment, assignment: assignmentId === null ? null : assignmentOf(assignmentId) };
  }

  function recordOf(shipment: ShipmentRow | undefined): ShipmentRecord | undefined {
    return shipment && withAssignment(shipment);
  }

  return {
    insert: rowInsert(db, shipments),
    update: rowUpdate(db, shipments, "id"),
    findOwn: (accountId: string, id: string): ShipmentRecord | undefined =>
      recordOf(findOwn.get({ accountId, id })),
    find: (id: string): ShipmentRecord | undefined => recordOf(findAny.get({ id })),
    assignmentOf,
    withAssignment,
    findByToken: (token: string): ShipmentRecord | undefined => recordOf(findByToken.get({ token })),

    insertEntry: (row: Omit<EntryRow, "sequence">): void => void insertEntry.run(row),
    entriesOf: (shipmentId: string): EntryRow[] => entriesOf.all({ shipmentId }),

    expired: (now: number, limit: number): string[] => expiring.all({ now, limit }).map((row) => row.id),
    nextExpiry: (now: number): number | undefined => nextExpiry.get({ now })?.at ?? undefined,

    /** How many are in a state now, counted up to `max`. */
    countIn: (accountId: string, status: Status, max: number): number =>
      countIn.get({ accountId, status, max })?.total ?? 0,

    deleteOfAccount(accountId: string, limit: number): number {
      const some = db
        .select({ id: shipments.id })
        .from(shipments)
        .where(eq(shipments.accountId, accountId))
        .limit(limit);
      return db.delete(shipments).where(inArray(shipments.id, some)).run().changes;
    },
  };
});
