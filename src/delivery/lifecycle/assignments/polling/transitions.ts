import type { Writing } from "@/infra/deps.ts";
import type { DeliveryWriting } from "../../../carriers/deps.ts";
import type { AssignmentRow } from "../../state/rows.ts";
import { waitBeforeAsk } from "./poll.ts";
import { type PollRow, pollStore } from "./store.ts";

/** From when to when Waybill asks a carrier about a booking. Inside the caller's transaction. */

/** The carrier has the booking. One that can be asked is asked until the assignment ends. */
export function beginPolling(writing: DeliveryWriting, assignment: AssignmentRow): void {
  const { deps, tx, environment } = writing;
  const { id, carrier } = assignment;
  if (deps.carrier(environment, carrier.id)?.track === undefined || pollStore(tx).find(id)) return;
  const row = { assignmentId: id, carrierId: carrier.id, awaits: "booking", failures: 0 } as const;
  pollStore(tx).save({ ...row, dueAt: nextAskAt(writing, assignment, row) });
}

/** The assignment ended: nobody asks any more. */
export function endPolling({ tx }: Writing, assignmentId: string): void {
  pollStore(tx).remove(assignmentId);
}

/** The carrier cancelled the booking, and tells later whether it pays the price back. */
export function awaitRefund(writing: Writing, assignment: AssignmentRow): void {
  const row = {
    assignmentId: assignment.id,
    carrierId: assignment.carrier.id,
    awaits: "refund",
    failures: 0,
  } as const;
  pollStore(writing.tx).save({ ...row, dueAt: nextAskAt(writing, assignment, row) });
}

/** When the carrier is asked next. */
export function nextAskAt(
  { deps, now }: Writing,
  { assignedAt }: Pick<AssignmentRow, "assignedAt">,
  row: Pick<PollRow, "awaits" | "failures">,
): number {
  const { leastMs, mostMs } = waitBeforeAsk(row, now - assignedAt);
  return now + leastMs + deps.ids.integer(mostMs - leastMs);
}
