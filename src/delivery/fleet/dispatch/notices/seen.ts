import type { DeliveryWriting } from "../../../carriers/deps.ts";
import type { NoticeKind } from "../../../lifecycle/driver-notices/notice.ts";
import { lastNotice, type NoticeRow } from "../../../lifecycle/driver-notices/reading.ts";
import { markSeen } from "../../../lifecycle/driver-notices/transitions.ts";
import { markAttentionDue } from "../../../lifecycle/state/change.ts";
import { findShipment } from "../../../lifecycle/state/reading.ts";

/** What happens when a driver has seen something. */

type Handler = (writing: DeliveryWriting, seen: NoticeRow, at: number) => void;

/** Of kinds that are more than words. `at` is when the driver tapped it, by our clock. */
const handlers: Partial<Record<NoticeKind, Handler>> = {};

/** The driver has seen it, inside the caller's transaction. A second time changes nothing. */
export function applySeen(writing: DeliveryWriting, row: NoticeRow, at: number): void {
  if (row.seenAt !== null) return;
  const seen = markSeen(writing, row, at);
  const shipment = row.shipmentId === null ? undefined : findShipment(writing.tx, row.shipmentId);
  if (shipment) markAttentionDue(writing, shipment);
  handlers[row.kind]?.(writing, seen, at);
}

/** Whoever does something for a job knows of it. @param at when they did, by our clock */
export function seeByDoing(
  writing: DeliveryWriting,
  job: { assignmentId: string; driverId: string },
  at: number,
): void {
  const told = lastNotice(writing.tx, job, "job");
  if (told && told.madeAt <= at) applySeen(writing, told, at);
}
