import { hourMs, minuteMs } from "../../../infra/units.ts";
import { isCancellationPending } from "../../lifecycle/state/assignment.ts";
import { openRecall } from "../../lifecycle/state/recall.ts";
import type { TroubleRow } from "../../lifecycle/state/rows.ts";
import type { TroubleKind } from "../../lifecycle/state/shipment.ts";
import { isFinal } from "../../lifecycle/state/status.ts";
import type { Status } from "../../model/model.ts";
import type { ShipmentKind } from "./attention.ts";
import { missedAt, movementRules } from "./movement-rules.ts";
import { offerRules } from "./offer-rules.ts";
import { promiseRules } from "./promise-rules.ts";
import { holds, never, notBefore, type Rule, type Situation } from "./situation.ts";

/** A carrier has this long to answer a cancellation. Contract-live §7. */
const cancellationMs = 24 * hourMs;
/** A driver has this long to see that goods shall come back. */
const recallMs = 10 * minuteMs;
/** A carrier has this long to give its own label. */
const labelMs = 900_000;
/** What is over is shown this long, unless a person dismisses it. */
const endedShownMs = 7 * 24 * hourMs;
/** How long a recipient waits at the door with a PIN that does not fit. */
const patienceMs = 300_000;
/** So long before the pickup an address must be clear. */
const clearBeforeMs = 24 * hourMs;
/** While the geocoder is still asked. */
const askingMs = minuteMs;

const failed: Rule = ({ shipment: { status, failure }, now }) => {
  if (status !== "failed" || !failure) return never;
  const at = Date.parse(failure.at);
  if (now >= at + endedShownMs) return never;
  return holds(at, at, { reason: failure.reason_code, detail: failure.message }, at + endedShownMs);
};

/** Only the sender can send what customs ask for, or another address. */
const held: Rule = ({ shipment: { status }, setback }) => {
  if (setback?.kind !== "held" || (status !== "assigned" && status !== "in_transit")) return never;
  return holds(setback.at, setback.at, { reason: setback.reason });
};

const returning: Rule = ({ shipment: { status, failure }, eta }) => {
  if (status !== "returning" || !failure) return never;
  const at = Date.parse(failure.at);
  return holds(at, eta.returnAt ?? at, { reason: failure.reason_code, detail: failure.message });
};

function troubleOf({ troubles }: Situation, kind: TroubleKind): TroubleRow | undefined {
  return troubles.find((trouble) => trouble.kind === kind);
}

const pinRefused: Rule = (situation) => {
  const found = troubleOf(situation, "pin_refused");
  const { status, pinTries } = situation.shipment;
  if (!found || (status !== "assigned" && status !== "in_transit")) return never;
  return holds(found.at, found.at + patienceMs, { pinTries });
};

/** The sender may ask for another carrier while a former driver has the goods. */
const open: readonly Status[] = ["created", "quoted", "assigned", "in_transit", "returning"];

/** A driver's phone reported something while it had no network, and it had no effect later. */
const reportRefused: Rule = (situation) => {
  const found = troubleOf(situation, "report_refused");
  const { status, endedAt } = situation.shipment;
  if (!found) return never;
  if (open.includes(status)) return holds(found.at, found.at, { detail: found.detail });
  // A driver who did not hear of the cancellation may have the goods.
  const endsAt = found.at + endedShownMs;
  if (status !== "cancelled" || found.at < (endedAt ?? 0) || situation.now >= endsAt) return never;
  return holds(found.at, found.at, { detail: found.detail }, endsAt);
};

/** Somebody reported another end. What ends the shipment later settles it. */
const contradictingReport: Rule = (situation) => {
  const found = troubleOf(situation, "contradicting_report");
  const { status, endedAt } = situation.shipment;
  const endsAt = (found?.at ?? 0) + endedShownMs;
  if (!found || situation.now >= endsAt || !(isFinal(status) || status === "returning")) return never;
  if (found.at < (endedAt ?? 0)) return never;
  return holds(found.at, found.at, { detail: found.detail }, endsAt);
};

/** What the carrier of an ended booking did: nothing that happens to the shipment ends it. */
const keptFor =
  (kind: Extract<TroubleKind, "booking_kept" | "refund_refused">): Rule =>
  (situation) => {
    const found = troubleOf(situation, kind);
    const endsAt = (found?.at ?? 0) + endedShownMs;
    if (!found || situation.now >= endsAt) return never;
    return holds(found.at, found.at, { detail: found.detail }, endsAt);
  };

/** Waybill asks a carrier no more about goods that never arrive. */
const trackingEnded: Rule = (situation) => {
  const found = troubleOf(situation, "tracking_ended");
  const { assignment } = situation;
  if (!found || !assignment || found.at < assignment.assignedAt) return never;
  return holds(found.at, found.at, { detail: found.detail });
};

const cancellationUnanswered: Rule = ({ assignment, now }) => {
  if (!assignment || !isCancellationPending(assignment)) return never;
  const { requestedAt } = assignment.cancellationRequest;
  const dueAt = requestedAt + cancellationMs;
  if (now < dueAt) return notBefore(dueAt);
  return holds(requestedAt, dueAt, { carrier: assignment.carrier.name });
};

/** The driver may hand over what the sender wants back. Contract-day §4. */
const recallUnanswered: Rule = ({ shipment, now }) => {
  const recall = openRecall(shipment);
  if (!recall) return never;
  const dueAt = recall.at + recallMs;
  return now < dueAt ? notBefore(dueAt) : holds(recall.at, dueAt, {});
};

/** Without its label nobody can hand the goods over. */
const labelMissing: Rule = (situation) => {
  const { shipment, assignment, now } = situation;
  if (shipment.status !== "assigned" || assignment?.status !== "confirmed") return never;
  if (assignment.carrierLabel === null || assignment.carrierLabel === "ready") return never;
  const overdueAt = assignment.assignedAt + labelMs;
  if (now < overdueAt) return notBefore(overdueAt);
  const dueAt = missedAt(situation) ?? overdueAt;
  return holds(assignment.assignedAt, dueAt, { carrier: assignment.carrier.name });
};

/** The driver of an own fleet sets off soon, and the geocoder could not say where to. Contract-day §1. */
const addressUnclear: Rule = ({ shipment, assignment, eta, unclear, now }) => {
  if (!unclear || !assignment) return never;
  const { window } = shipment.pickup;
  const pickupAt = window ? Date.parse(window.start) : (assignment.estimatedPickupAt ?? now);
  const since = Math.max(assignment.assignedAt, pickupAt - clearBeforeMs);
  if (now < since) return notBefore(since);
  if (unclear.isAsking) return notBefore(now + askingMs);
  const deliveryAt = eta.deliveryAt ?? assignment.estimatedDeliveryAt ?? pickupAt;
  const dueAt = unclear.stops.includes("pickup") ? pickupAt : deliveryAt;
  return holds(since, dueAt, { unclear: unclear.stops });
};

/** One rule for each kind. */
export const rules = {
  ...promiseRules,
  ...offerRules,
  ...movementRules,
  held,
  failed,
  returning,
  pin_refused: pinRefused,
  report_refused: reportRefused,
  contradicting_report: contradictingReport,
  recall_unanswered: recallUnanswered,
  cancellation_unanswered: cancellationUnanswered,
  label_missing: labelMissing,
  booking_kept: keptFor("booking_kept"),
  refund_refused: keptFor("refund_refused"),
  tracking_ended: trackingEnded,
  address_unclear: addressUnclear,
} as const satisfies Record<ShipmentKind, Rule>;
