import { and, desc, eq, sql } from "drizzle-orm";
import { prepared } from "../../../infra/db/store.ts";
import type { AssignmentRow } from "./rows.ts";
import { assignments, carrierTrackingNumbers } from "./table.ts";

/** Bookings of a carrier by what it calls them. A carrier may use a name again years later: the newest is meant. */
export const bookingStore = prepared((db) => {
  const byReference = db
    .select()
    .from(assignments)
    .where(
      and(
        sql`${assignments.carrier} ->> '$.id' = ${sql.placeholder("carrierId")}`,
        eq(assignments.carrierReference, sql.placeholder("reference")),
      ),
    )
    .orderBy(desc(assignments.id))
    .limit(1)
    .prepare();
  const byNumber = db
    .select({ id: carrierTrackingNumbers.assignmentId })
    .from(carrierTrackingNumbers)
    .where(
      and(
        eq(carrierTrackingNumbers.carrierId, sql.placeholder("carrierId")),
        eq(carrierTrackingNumbers.trackingNumber, sql.placeholder("number")),
      ),
    )
    .orderBy(desc(carrierTrackingNumbers.assignmentId))
    .limit(1)
    .prepare();
  return {
    byReference: (carrierId: string, reference: string): AssignmentRow | undefined =>
      byReference.get({ carrierId, reference }),
    /** @returns the assignment's id */
    byTrackingNumber: (carrierId: string, number: string): string | undefined =>
      byNumber.get({ carrierId, number })?.id,
  };
});
