import type { BookAnswer, BookingTerms, CancelAnswer } from "../../carriers/carrier.ts";
import type { AssignmentRow } from "../state/rows.ts";

/**
 * `failed`: the carrier returned an error, or could not be reached. `unanswered`: the carrier may still be working on
 * it. `overdue`: the deadline of the booking has passed.
 */
export type CallOutcome = BookAnswer | CancelAnswer | "done" | "failed" | "unanswered" | "overdue";

/** When Waybill gives up a booking without an answer. */
export function bookingDeadline(assignment: AssignmentRow, { deadlineMs }: BookingTerms): number {
  return assignment.assignedAt + deadlineMs;
}

export function isBookAnswer(outcome: CallOutcome): outcome is BookAnswer {
  if (typeof outcome !== "object") return false;
  return outcome.kind === "booked" || outcome.kind === "rejected" || "reference" in outcome;
}
