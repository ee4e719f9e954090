import type { Writing } from "../../../infra/deps.ts";
import type { Uncaused } from "./cause.ts";
import { appendAttentionEvent } from "./looking.ts";
import { attentionStore } from "./store.ts";

/** That a schedule could not make a shipment needs a person. */

/** A day that failed. */
export interface FailedDay {
  scheduleId: string;
  accountId: string;
  /** What people call the schedule. */
  name: string;
  /** `YYYY-MM-DD`. */
  date: string;
  detail: string;
  /** The end of its pickup window. */
  endsAt: number;
}

/** Raises it once for a schedule. Another day that fails changes the item, and brings it back if it was dismissed. */
export function raiseScheduleFailed(writing: Writing, failed: FailedDay): void {
  const { deps, tx, now } = writing;
  const { scheduleId, accountId, name, date, detail, endsAt } = failed;
  const item = attentionStore(tx).ofSchedule(scheduleId);
  const isNewDay = item?.facts.date !== date;
  const row: Uncaused = {
    id: item?.id ?? deps.ids.make("att"),
    shipmentId: null,
    scheduleId,
    orderFormId: null,
    orderRequestId: null,
    accountId,
    assignmentId: null,
    carrierId: null,
    isInstalled: false,
    driverId: null,
    kind: "schedule_failed",
    since: isNewDay ? now : item.since,
    dueAt: endsAt,
    facts: { schedule: name, date, detail },
    raisedAt: item?.raisedAt ?? now,
    dismissedAt: isNewDay ? null : item.dismissedAt,
    operatorDismissedAt: null,
  };
  if (item && Bun.deepEquals(item, row)) return;
  attentionStore(tx).save(row);
  if (isNewDay) appendAttentionEvent(writing, "attention.raised", row);
}

/** Whatever failed is made, or is not wanted any more. */
export function settleScheduleFailed(writing: Writing, scheduleId: string): void {
  const item = attentionStore(writing.tx).ofSchedule(scheduleId);
  if (!item) return;
  attentionStore(writing.tx).remove(item.id);
  if (item.dismissedAt === null) appendAttentionEvent(writing, "attention.settled", item);
}
