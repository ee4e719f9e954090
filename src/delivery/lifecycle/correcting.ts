import { toTimestamp } from "../../infra/clock.ts";
import type { Writing } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { ProofOfDelivery } from "../carriers/carrier-update.ts";
import type { DeliveryWriting } from "../carriers/deps.ts";
import { findImage, nameImages } from "../carriers/images/service.ts";
import { assignmentStore } from "./assignments/store.ts";
import { endActiveAssignment } from "./assignments/transitions.ts";
import { chargeEnd } from "./charges/service.ts";
import { notifyDriver, reopenJob } from "./driver-jobs/transitions.ts";
import { unlearn } from "./places/learning.ts";
import { imagesOfProof, proofOf } from "./reports/update.ts";
import { type AssignmentStatus, isActive } from "./state/assignment.ts";
import { changeShipment } from "./state/change.ts";
import { type CorrectedStatus, correctedCode, inWords } from "./state/correction.ts";
import { entriesOf } from "./state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "./state/rows.ts";
import type { Ending } from "./state/shipment.ts";
import { isFinal } from "./state/status.ts";
import { correctTracking } from "./tracking/estimates.ts";
import { saveProof } from "./tracking/proof.ts";
import { proofsOf } from "./tracking/reading.ts";

/** A person puts right a state that was reported wrongly, by the table of corrections. */

interface Corrected {
  shipment: ShipmentRow;
  assignment: AssignmentRow;
}

interface Correction {
  by: "client" | "operator";
  status: CorrectedStatus;
  /** When it happened. */
  at: number;
  reason: string;
  /** What is known of the delivery; null: as it was said before. */
  proof: Parameters<typeof proofOf>[0] | null;
}

/**
 * Changes the state with its assignment, job and tracking. The price changes where the quote said what the end costs.
 * @throws AppError `transition_not_allowed`, `image_unknown`
 */
export function correct(
  writing: DeliveryWriting,
  { shipment, assignment }: Corrected,
  { by, status, at, reason, proof }: Correction,
): ShipmentRow {
  const proofHash =
    status === "delivered" ? proveAgain(writing, { shipment, assignment }, proof, { at, by }) : undefined;
  if (isFinal(status))
    correctEnd(writing, shipment, assignment, status === "failed" ? "failed" : "completed");
  else reviveAssignment(writing, assignment);
  const failure = failureAfter(shipment, status, { message: reason, by, at: toTimestamp(at) });
  chargeEnd(writing, shipment, assignment, { status, reason: failure?.reason_code ?? null });
  correctTracking(writing, shipment, assignment, status, at);
  unlearn(writing, shipment.id);
  if (shipment.status === "returning" && status === "in_transit") {
    notifyDriver(writing, assignment.id, "resumption");
  }
  return changeShipment(writing, shipment, {
    by,
    corrects: true,
    status,
    code: correctedCode,
    at,
    message: `Corrected from ${inWords(shipment.status)} to ${inWords(status)}: ${reason}`,
    event: { type: "shipment.corrected", data: { reason } },
    // Goods that go on are asked back anew.
    set: { failure, ...(status === "in_transit" && { recall: null }) },
    ...(proofHash !== undefined && { proofHash }),
  });
}

/**
 * A person's word replaces no proof: the proof says what is missing. Without any word the last proof stands again, unless
 * the goods were on the way since.
 * @returns the hash of a new proof
 */
function proveAgain(
  writing: DeliveryWriting,
  { shipment, assignment }: Corrected,
  given: Correction["proof"],
  captured: Pick<Correction, "at" | "by">,
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
  status: CorrectedStatus,
  said: Pick<Ending, "message" | "by" | "at">,
): Ending | null {
  if (status === "delivered" || status === "in_transit") return null;
  return { ...said, reason_code: failure?.reason_code ?? "other" };
}

/** The carrier has the shipment again. */
function reviveAssignment(writing: Writing, { id, status }: AssignmentRow): void {
  if (isActive(status)) return;
  assignmentStore(writing.tx).update(id, { status: "confirmed", endedAt: null, reportedSubstatus: null });
  reopenJob(writing, id);
}

/** The shipment ended otherwise. An assignment that has ended keeps when. */
function correctEnd(
  writing: Writing,
  shipment: ShipmentRow,
  { id, status: before }: AssignmentRow,
  status: Extract<AssignmentStatus, "completed" | "failed">,
): void {
  if (isActive(before)) endActiveAssignment(writing, shipment, status);
  else assignmentStore(writing.tx).update(id, { status });
}
