import { toMinute, toTimestamp } from "../../../infra/clock.ts";
import type { Writing } from "../../../infra/deps.ts";
import type { CarrierUpdate } from "../../carriers/carrier-update.ts";
import type { Status, Substatus } from "../../model/model.ts";
import { recordEntry, recordTrouble } from "../state/change.ts";
import { additionsOf, hasEntry, hasLateEntry, lateEvidenceOf } from "../state/reading.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { isGone, stateWhenUndeliverable } from "../state/shipment.ts";
import { isFinal, statusOf } from "../state/status.ts";
import { proofsOf } from "./reading.ts";
import type { Report } from "./report.ts";
import { refuseTooManyPictures, saveEvidence, showsNews, showsSomething } from "./showing.ts";
import { lateReportCode } from "./tracking.ts";
import { wholeProofOf } from "./whole-proof.ts";

/**
 * Records a report that comes too late to change anything, so that people can see what went wrong. The timeline gets one
 * entry for each scan and failed attempt, one for each other kind of late report, and none for a report that repeats an
 * entry. So a trip's timeline is as long in whatever order its reports come, however often. What a late report shows is
 * kept with its entry, and one that contradicts how the shipment ended needs a person.
 * @throws AppError `limit_reached` for too many pictures, before it writes anything
 */
export function recordLateReport(writing: Writing, shipment: ShipmentRow, report: Report): "late" {
  const { update, assignmentId } = report;
  // A redacted shipment tells nothing any more.
  if (entryless.includes(update.kind) || shipment.redactedAt !== null) return "late";
  const what = update.kind === "progress" ? update.substatus : update.kind;
  const message = `A late report of ${what} had no effect.`;
  const isCurrent = assignmentId === shipment.assignmentId;
  const contradicts = contradictsEnd(shipment, report);
  const isTold =
    !repeatable.includes(update.kind) &&
    (hasLateEntry(writing.tx, shipment.id, message) ||
      (isCurrent &&
        !contradicts &&
        statesOf(update).some((state) => hasEntry(writing.tx, shipment.id, state))));
  const shows =
    isTold && showsSomething(update)
      ? showsNews(writing, shipment.id, update, proofsTold(writing, shipment.id, message))
      : showsSomething(update);
  if (isTold && !shows) return "late";
  if (shows) refuseTooManyPictures(writing, shipment.id, update);
  const evidence = shows ? saveEvidence(writing, shipment, report, "late") : null;
  const location = update.kind === "delivered" && shows ? update.proof.location : null;
  recordEntry(writing, shipment, {
    by: report.by,
    at: report.at,
    code: lateReportCode,
    message,
    location,
    evidence,
  });
  if (contradicts) recordContradiction(writing, shipment, report, evidence !== null);
  else if (!isTold) recordLateDriver(writing, shipment, report);
  return "late";
}

/** What the proofs and earlier late reports of this kind say. */
function proofsTold({ tx }: Writing, shipmentId: string, message: string): Parameters<typeof showsNews>[3] {
  const additions = additionsOf(tx, shipmentId);
  const said = proofsOf(tx, shipmentId).map((proof) => wholeProofOf(proof, additions).document);
  return [...said, ...lateEvidenceOf(tx, shipmentId, message).flatMap(({ proof }) => proof ?? [])];
}

function recordContradiction(
  writing: Writing,
  shipment: ShipmentRow,
  { driverName, by, update, at }: Report,
  hasEvidence: boolean,
): void {
  const who = driverName ?? `The ${by}`;
  const what = (update.kind === "progress" ? update.substatus : update.kind).replaceAll("_", " ");
  const kept = hasEvidence ? " What the report shows is in the timeline." : "";
  const detail = `${who} reported ${what} at ${toMinute(toTimestamp(at))}. The shipment stays ${shipment.status}.${kept}`;
  recordTrouble(writing, shipment, "contradicting_report", detail);
}

/** A driver without a network did what nobody knows of: somebody has the goods, or waits for them in vain. */
function recordLateDriver(writing: Writing, shipment: ShipmentRow, { driverName, update, at }: Report): void {
  const isStep = update.kind === "progress" && update.substatus === "picked_up";
  if (driverName === undefined || !(isStep || handovers.includes(update.kind))) return;
  const what = isStep ? "picked up" : update.kind;
  const detail = `${driverName} reported ${what} at ${toMinute(toTimestamp(at))}. When it came, the job was no longer theirs.`;
  recordTrouble(writing, shipment, "report_refused", detail);
}

const handovers: readonly CarrierUpdate["kind"][] = ["delivered", "undeliverable", "returned"];

/** Updates that make no entry, in time or late. */
const entryless: readonly CarrierUpdate["kind"][] = ["position", "signal_lost", "estimate"];

/** A trip may have several of these. */
const repeatable: readonly CarrierUpdate["kind"][] = ["scan", "attempt_failed"];

interface State {
  status: Status;
  substatus: Substatus | null;
}

/** States of which this report makes one when it arrives in time. */
function statesOf(update: CarrierUpdate): State[] {
  switch (update.kind) {
    case "progress":
      return [{ status: statusOf(update.substatus), substatus: update.substatus }];
    case "cancelled":
    case "delivered":
    case "returned":
      return [{ status: update.kind, substatus: null }];
    case "undeliverable":
      return [
        { status: "returning", substatus: null },
        { status: "failed", substatus: null },
      ];
    default:
      return [];
  }
}

/**
 * Whether the report says that the goods went another way than the shipment's state tells. A report that says the same,
 * or what happened before, contradicts nothing.
 */
function contradictsEnd(shipment: ShipmentRow, report: Report): boolean {
  const { status } = shipment;
  if (!isFinal(status) && status !== "returning") return false;
  const claimed = claimedBy(shipment, report);
  if (claimed === undefined || claimed === status) return false;
  return status === "cancelled" || !isHistory(shipment, claimed, report);
}

/** The state of which the report tells; undefined for one that tells of none. */
function claimedBy(
  shipment: ShipmentRow,
  { update, assignmentId, driverName, standsUnproven }: Report,
): Status | undefined {
  switch (update.kind) {
    case "delivered":
    case "returned":
      return update.kind;
    case "undeliverable": {
      const wish = standsUnproven ? "return" : shipment.ifUndeliverable;
      return stateWhenUndeliverable(update.reason, wish);
    }
    case "progress": {
      // Somebody took the goods of a cancelled shipment. Of a driver it is told as `report_refused`.
      const isTaken = shipment.status === "cancelled" && statusOf(update.substatus) === "in_transit";
      return isTaken && driverName === undefined ? "in_transit" : undefined;
    }
    case "cancelled":
      return assignmentId === shipment.assignmentId ? update.kind : undefined;
    default:
      return undefined;
  }
}

/** Whether a shipment in this state has been in the other one before, as far as the times tell. */
function isHistory(
  { status, failure, deliveredAt }: ShipmentRow,
  claimed: Status,
  { update, at }: Report,
): boolean {
  switch (status) {
    case "delivered":
      return update.kind === "undeliverable" && !isGone(update.reason) && at < (deliveredAt ?? at);
    case "returned":
      return claimed === "returning";
    default:
      return claimed === "returning" && failure !== null && at <= Date.parse(failure.at);
  }
}
