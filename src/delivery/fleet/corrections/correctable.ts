import { toTimestamp } from "../../../infra/clock.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { dayMs, minuteMs } from "../../../infra/units.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { jobOf, turnOf } from "../../lifecycle/driver-jobs/reading.ts";
import { entriesOf, findShipment } from "../../lifecycle/state/reading.ts";
import { assertMayCorrect } from "../../lifecycle/state/refusal.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { isFinal } from "../../lifecycle/state/status.ts";
import { findDriver } from "../drivers/reading.ts";
import type { CorrectShipment } from "./schema.ts";
import type { FleetJob } from "./view.ts";

/** Whether a wrong state can be put right. What happens then stands in `lifecycle/correcting.ts`. */

/** Days after the end in which a state can be corrected. */
const correctionDays = 14;

/** Clocks of callers differ. */
const toleranceMs = 5 * minuteMs;

/**
 * Refuses a correction that comes too late, or after which nobody could have the goods. @param at when it happened
 * @throws AppError `correction_too_late`, `driver_missing`, `return_open`, `validation_failed`
 */
export function refuseCorrection(
  writing: DeliveryWriting,
  job: FleetJob,
  { status, proof = null }: CorrectShipment,
  at: number,
): void {
  refuseWrongTime(writing, job.shipment, at);
  if (proof !== null && status !== "delivered") {
    throw invalidField("#/proof", "forbidden", "is for the state delivered only");
  }
  refuseTooLate(writing, job.shipment);
  refuseOpenReturn(writing, job.shipment);
  if (!isFinal(status)) refuseWithoutDriver(writing, job, status);
}

/** @throws AppError `shipment_redacted`, `transition_not_allowed` */
export function refuseUncorrectable(shipment: ShipmentRow, status: CorrectShipment["status"]): void {
  if (shipment.redactedAt !== null) throw new AppError("shipment_redacted");
  assertMayCorrect(shipment.status, status);
}

function refuseWrongTime({ now }: DeliveryWriting, { pickedUpAt }: ShipmentRow, at: number): void {
  if (at > now + toleranceMs) {
    throw invalidField("#/at", "maximum", "must not be more than 5 minutes ahead of now");
  }
  if (at < (pickedUpAt ?? 0)) throw invalidField("#/at", "minimum", "must not be before the pickup");
}

function refuseTooLate({ now }: DeliveryWriting, { endedAt }: ShipmentRow): void {
  if (endedAt === null || now - endedAt <= correctionDays * dayMs) return;
  throw new AppError("correction_too_late", {
    detail: `It ended more than ${correctionDays} days ago. What it cost can still be changed for some weeks.`,
    members: { ended_at: toTimestamp(endedAt) },
  });
}

/** What a return brings back was delivered. One that expired can still be revived. */
function refuseOpenReturn({ tx }: DeliveryWriting, { returnShipmentId: id }: ShipmentRow): void {
  const last = id === null ? undefined : findShipment(tx, id);
  if (!last || isFinal(last.status)) return;
  throw new AppError("return_open", {
    detail: "Its return has not ended: it brings back what was delivered. Cancel the return first.",
    members: { return_shipment_id: last.id },
  });
}

/** Somebody must have the goods. A fleet that moves its jobs by hand goes on so. */
function refuseWithoutDriver(
  { tx }: DeliveryWriting,
  { shipment, assignment, carrier }: FleetJob,
  status: CorrectShipment["status"],
): void {
  if (!carrier) throw driverMissing("The simulated driver's trip is over. Correct it to a final state.");
  if (carrier.deletedAt !== null) throw driverMissing("The fleet was deleted. Correct it to a final state.");
  const driverId = jobOf(tx, assignment.id)?.driverId ?? null;
  if (driverId === null) return;
  if (!findDriver(tx, driverId)) {
    throw driverMissing("The driver who had the goods was deleted. Correct it to a final state.");
  }
  if (shipment.status !== "returning" || status !== "in_transit") return;
  const { since = 0 } = turnOf(tx, assignment.id, driverId) ?? {};
  if (since > returningSince(tx, shipment.id)) {
    throw driverMissing("Another driver has taken the goods over to bring them back.");
  }
}

function returningSince(tx: DeliveryWriting["tx"], shipmentId: string): number {
  const entries = entriesOf(tx, shipmentId);
  const first = entries.findLastIndex(({ status }) => status !== "returning") + 1;
  return entries[first]?.recordedAt ?? 0;
}

function driverMissing(detail: string): AppError {
  return new AppError("driver_missing", { detail });
}
