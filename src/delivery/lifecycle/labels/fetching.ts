import type { DueLanes } from "../../../infra/db/due-lanes.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { inTimeOf } from "../../../infra/own-time.ts";
import { bytesPerMb } from "../../../infra/units.ts";
import { callWithTimeout } from "../../../infra/waiting/timeout.ts";
import { callError, isCallError } from "../../carriers/call-error.ts";
import type { Carrier } from "../../carriers/carrier.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { rememberCallError } from "../../carriers/health.ts";
import { labelTypeOf } from "../../carriers/label-type.ts";
import { type CarrierLabel, labelBytesMax } from "../../carriers/tracked.ts";
import { changeCarrierLabel } from "../state/carrier-label.ts";
import { findAssignmentRow, findShipment } from "../state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { labelStore, labelsDue } from "./store.ts";

/**
 * Fetches the labels that carriers make. The transaction of the booking writes a row for each, so none is forgotten. An
 * attempt asks outside of any transaction and stores what came in one.
 */

const fetchWithinMs = 60_000;
/** Waits after failed attempts; then `laterWaitMs` after each. */
const earlyWaitsMs = [5_000, 15_000, 60_000, 300_000, 900_000];
const laterWaitMs = 3_600_000;
/** Some three days: by then nobody waits for it at the packing table. */
const triesMax = 75;

/** The carrier has the booking: its label is fetched at once. Another call changes nothing. */
export function awaitLabel(
  { tx, now }: Writing,
  { accountId, redactedAt }: ShipmentRow,
  of: AssignmentRow,
): void {
  if (of.carrierLabel !== "pending" || redactedAt !== null || labelStore(tx).find(of.id)) return;
  const empty = { contentType: null, sha256: null, size: 0, content: null };
  labelStore(tx).insert({
    assignmentId: of.id,
    accountId,
    carrierId: of.carrier.id,
    attempts: 0,
    dueAt: now,
    ...empty,
  });
}

/** Deletes the label of an assignment. @returns whether there was one */
function forgetLabel({ tx }: Writing, assignmentId: string): boolean {
  return labelStore(tx).remove(assignmentId);
}

export function waitingLabels({ stores }: Deps, environment: Environment): DueLanes {
  return labelsDue(stores.platform(environment));
}

/** Makes one attempt to fetch a label. */
export async function fetchLabel(
  deps: DeliveryDeps,
  environment: Environment,
  assignmentId: string,
): Promise<void> {
  const row = labelStore(deps.stores.platform(environment).db).find(assignmentId);
  if (!row) return;
  await inTimeOf(deps, { accountId: row.accountId, environment }, () =>
    attempt(deps, environment, assignmentId),
  );
}

async function attempt(deps: DeliveryDeps, environment: Environment, assignmentId: string): Promise<void> {
  const { db } = deps.stores.platform(environment);
  const assignment = findAssignmentRow(db, assignmentId);
  const shipment = assignment && findShipment(db, assignment.shipmentId);
  const carrier = assignment && deps.carrier(environment, assignment.carrier.id);
  if (!assignment || !shipment || !isWanted(assignment, shipment) || (carrier && !carrier.label)) {
    await write(deps, environment, (writing) => forgetLabel(writing, assignmentId));
    return;
  }
  const label = await askFor(deps, environment, carrier, assignment);
  // The next start asks again.
  if (deps.stopping.aborted) return;
  await write(deps, environment, (writing) => saveLabel(writing, assignmentId, label));
}

/** A carrier that has lost the booking may give a label that nobody must use. */
function isWanted({ status, carrierLabel }: AssignmentRow, { redactedAt }: ShipmentRow): boolean {
  const isGone = status === "rejected" || status === "released" || status === "cancelled";
  return !isGone && carrierLabel === "pending" && redactedAt === null;
}

/** Undefined where it came not. The operator may repair a carrier's settings meanwhile. */
async function askFor(
  deps: DeliveryDeps,
  environment: Environment,
  carrier: Carrier | undefined,
  { id, carrierReference, carrier: { id: carrierId } }: AssignmentRow,
): Promise<CarrierLabel | undefined> {
  const booking = { idempotencyKey: id, bookingReference: carrierReference };
  try {
    const label = await callWithTimeout(
      fetchWithinMs,
      async (signal) => carrier?.label?.(booking, signal),
      deps.stopping,
    );
    if (label && !isCarrierLabel(label)) {
      const most = `${labelBytesMax / bytesPerMb} MiB`;
      throw callError("nonsense", `It is not what it says, or it is larger than ${most}.`);
    }
    return label;
  } catch (error) {
    if (deps.stopping.aborted) return undefined;
    deps.log.warn({ err: error, carrier: carrierId, assignment: id }, "Fetching a carrier's label failed");
    const message = isCallError(error) ? error.message : "The request failed.";
    rememberCallError(deps, environment, carrierId, `Label: ${message}`);
    return undefined;
  }
}

function saveLabel(writing: Writing, assignmentId: string, label: CarrierLabel | undefined): void {
  const { tx, now } = writing;
  const labels = labelStore(tx);
  const row = labels.find(assignmentId);
  const assignment = findAssignmentRow(tx, assignmentId);
  const shipment = assignment && findShipment(tx, assignment.shipmentId);
  if (!row || !assignment || !shipment || !isWanted(assignment, shipment)) {
    forgetLabel(writing, assignmentId);
    return;
  }
  if (label) {
    const { contentType, content: bytes } = label;
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const size = content.byteLength;
    labels.change(assignmentId, { dueAt: null, contentType, sha256: sha256Hex(content), size, content });
    changeCarrierLabel(writing, shipment, assignment, "ready");
    return;
  }
  const attempts = row.attempts + 1;
  if (attempts < triesMax) {
    labels.change(assignmentId, { attempts, dueAt: now + (earlyWaitsMs[row.attempts] ?? laterWaitMs) });
    return;
  }
  labels.change(assignmentId, { attempts, dueAt: null });
  changeCarrierLabel(writing, shipment, assignment, "missing");
}

/** Whether a carrier's label is what its content type says, judged by its bytes, and no larger than Waybill keeps. */
function isCarrierLabel({ contentType, content }: CarrierLabel): boolean {
  return labelTypeOf(content) === contentType && content.byteLength <= labelBytesMax;
}
