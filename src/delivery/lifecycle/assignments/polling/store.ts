import { eq, sql } from "drizzle-orm";
import { dueLanes } from "@/infra/db/due-lanes.ts";
import { rowChange, rowUpsert } from "@/infra/db/rows.ts";
import { prepared } from "@/infra/db/store.ts";
import { polls } from "./table.ts";

export type PollRow = typeof polls.$inferSelect;

export const pollStore = prepared((db) => {
  const ofAssignment = eq(polls.assignmentId, sql.placeholder("assignmentId"));
  const find = db.select().from(polls).where(ofAssignment).prepare();
  const remove = db.delete(polls).where(ofAssignment).prepare();
  // A row that is due already gets an earlier time: an ask that is on its way sees so that it is to come again.
  const hurry = db
    .update(polls)
    .set({ dueAt: sql`min(${sql.placeholder("now")}, ${polls.dueAt} - 1)` })
    .where(ofAssignment)
    .prepare();
  const ofCarrier = db
    .select({ assignmentId: polls.assignmentId })
    .from(polls)
    .where(eq(polls.carrierId, sql.placeholder("carrierId")))
    .limit(1)
    .prepare();
  return {
    find: (assignmentId: string): PollRow | undefined => find.get({ assignmentId }),
    save: rowUpsert(db, polls, "assignmentId"),
    change: rowChange(db, polls, "assignmentId"),
    remove: (assignmentId: string): void => void remove.run({ assignmentId }),
    /** Makes it due now. */
    hurry: (assignmentId: string, now: number): void => void hurry.run({ assignmentId, now }),
    hasOfCarrier: (carrierId: string): boolean => ofCarrier.get({ carrierId }) !== undefined,
  };
});

/** Bookings about which their carrier is to be asked, in lanes of the carriers. */
export const pollsDue = dueLanes({
  table: "trackers",
  id: "assignment_id",
  lane: "carrier_id",
  at: "due_at",
  account: (row) =>
    `(SELECT shipments.account_id FROM assignments JOIN shipments ON shipments.id = assignments.shipment_id
      WHERE assignments.id = ${row}.assignment_id)`,
});
