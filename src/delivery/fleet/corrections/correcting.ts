import { toTimestamp } from "../../../infra/clock.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { dayMs, minuteMs } from "../../../infra/units.ts";
import type { ProofOfDelivery } from "../../carriers/carrier-update.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { findImage, nameImages } from "../../carriers/images/service.ts";
import { correctEnd, reviveAssignment } from "../../lifecycle/assignments/transitions.ts";
import { jobOf, turnOf } from "../../lifecycle/driver-jobs/reading.ts";
import { imagesOfProof, proofOf } from "../../lifecycle/reports/update.ts";
import { changeShipment } from "../../lifecycle/state/change.ts";
import { correctedCode, inWords } from "../../lifecycle/state/correction.ts";
import { entriesOf, findShipment } from "../../lifecycle/state/reading.ts";
import { assertMayCorrect } from "../../lifecycle/state/refusal.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { Ending } from "../../lifecycle/state/shipment.ts";
import { isFinal } from "../../lifecycle/state/status.ts";
import { correctTracking } from "../../lifecycle/tracking/estimates.ts";
import { saveProof } from "../../lifecycle/tracking/proof.ts";
import { proofsOf } from "../../lifecycle/tracking/reading.ts";
import { findDriver } from "../drivers/reading.ts";
import type { CorrectShipment } from "./schema.ts";
import type { FleetJob } from "./view.ts";

/** Puts a wrong state right, inside the caller's transaction. */

/** Days after the end in which a state can be corrected. */
const correctionDays = 14;
/** Clocks of callers differ. */
const toleranceMs = 5 * minuteMs;

type Corrector = "client" | "operator";

/**
 * Changes the state with its assignment, job and tracking. It refuses before it writes anything.
 * @throws AppError `correction_too_late`, `driver_missing`, `return_open`, `validation_failed`, `image_unknown`
 */
export function correct(
  writing: DeliveryWriting,
  job: FleetJob,
  input: CorrectShipment,
  by: Corrector,
): ShipmentRow {
  const { shipment, assignment } = job;
  const { status, reason, proof = null } = input;
  const at = input.at == null ? writing.now : Date.parse(input.at);
  refuseWrongTime(writing, shipment, at);
  if (proof !== null && status !== "delivered") {
    throw invalidField("#/proof", "forbidden", "is for the state delivered only");
  }
  refuseTooLate(writing, shipment);
  refuseOpenReturn(writing, shipment);
  if (!isFinal(status)) refuseWithoutDriver(writing, job, status);
  const proofHash = status === "delivered" ? proveAgain(writing, job, proof, { at, by }) : undefined;
  if (isFinal(status))
    correctEnd(writing, shipment, assignment, status === "failed" ? "failed" : "completed");
  else reviveAssignment(writing, assignment);
  correctTracking(writing, shipment, assignment, status, at);
  return changeShipment(writing, shipment, {
    by,
    corrects: true,
    status,
    code: correctedCode,
    at,
    message: `Corrected from ${inWords(shipment.status)} to ${inWords(status)}: ${reason}`,
    event: { type: "shipment.corrected", data: { reason } },
    set: { failure: failureAfter(shipment, status, { message: reason, by, at: toTimestamp(at) }) },
    ...(proofHash !== undefined && { proofHash }),
  });
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

/**
 * A person's word replaces no proof: the proof says what is missing. Without any word the last proof stands again, unless
 * the goods were on the way since.
 * @returns the hash of a new proof
 */
function proveAgain(
  writing: DeliveryWriting,
  { shipment, assignment }: FleetJob,
  given: CorrectShipment["proof"],
  captured: { at: number; by: Corrector },
): string | undefined {
  const { tx } = writing;
  const last = proofsOf(tx, shipment.id).at(-1);
  if (given == null && last !== undefined) {
    const since = entriesOf(tx, shipment.id, last.entrySequence);
    if (since.every(({ status }) => status !== "in_transit")) return undefined;
  }
  const owner = { carrierId: assignment.carrier.id, accountId: shipment.accountId };
  const proof: ProofOfDelivery = proofOf(given ?? {}, (id) => {
    const image = findImage(writing, owner, id);
    if (!image) throw new AppError("image_unknown");
    return image;
  });
  const { hash } = saveProof(writing, shipment, proof, captured);
  nameImages(writing, shipment.accountId, imagesOfProof(given ?? {}));
  return hash;
}

/** Why the goods were not delivered: the known reason, in the words of who corrects it. */
function failureAfter(
  { failure }: ShipmentRow,
  status: CorrectShipment["status"],
  said: Pick<Ending, "message" | "by" | "at">,
): Ending | null {
  if (status === "delivered" || status === "in_transit") return null;
  return { ...said, reason_code: failure?.reason_code ?? "other" };
}
