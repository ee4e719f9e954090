import { and, asc, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import { placeholderFor, rowChange } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { redactedText } from "./redacted.ts";
import type { AssignmentRow, EntryRow } from "./rows.ts";
import { assignments, shipmentEntries, shipmentTroubles } from "./table.ts";

/** What a redaction reads and changes of a shipment with its assignments. */
export const redactionRows = prepared((db) => {
  const shipmentId = sql.placeholder("shipmentId");
  const assignmentsOf = db.select().from(assignments).where(eq(assignments.shipmentId, shipmentId)).prepare();
  const told = db
    .select()
    .from(shipmentEntries)
    .where(
      and(
        eq(shipmentEntries.shipmentId, shipmentId),
        or(ne(shipmentEntries.message, redactedText), isNotNull(shipmentEntries.location)),
      ),
    )
    .orderBy(asc(shipmentEntries.sequence))
    .limit(sql.placeholder("limit"))
    .prepare();
  const redactEntry = db
    .update(shipmentEntries)
    .set({ message: redactedText, location: null, salted: placeholderFor("salted") })
    .where(
      and(
        eq(shipmentEntries.shipmentId, shipmentId),
        eq(shipmentEntries.sequence, sql.placeholder("sequence")),
      ),
    )
    .prepare();
  const deleteTroubles = db
    .delete(shipmentTroubles)
    .where(eq(shipmentTroubles.shipmentId, shipmentId))
    .prepare();

  return {
    assignmentsOf: (shipmentId: string): AssignmentRow[] => assignmentsOf.all({ shipmentId }),
    changeAssignment: rowChange(db, assignments, "id"),
    /** Entries that still say something. */
    told: (shipmentId: string, limit: number): EntryRow[] => told.all({ shipmentId, limit }),
    redactEntry: (row: Pick<EntryRow, "shipmentId" | "sequence" | "salted">): void =>
      void redactEntry.run(row),
    deleteTroubles: (shipmentId: string): void => void deleteTroubles.run({ shipmentId }),
  };
});
