import { refuseOverStorage } from "../../access/limits/storage.ts";
import { type Deps, type Writing, write } from "../../infra/deps.ts";
import { AppError, refuseFields } from "../../infra/errors.ts";
import { placeAddress } from "../../infra/geography/address-point.ts";
import { distanceMeters as metersBetween } from "../../infra/geography/coordinates.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { saveAnswer, writeOnce } from "../../infra/idempotency/service.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { assignmentToAsk, awaitCancellation, requestCancellation } from "../assignments/cancellation.ts";
import { cancelShipmentNow, tellCarrierOfChange } from "../assignments/transitions.ts";
import type { DeliveryDeps, DeliveryWriting } from "../deps.ts";
import { changeShipment, insertShipment } from "../lifecycle/change.ts";
import { getShipmentRecord, requireShipment, viewOf } from "../lifecycle/reading.ts";
import type { ShipmentRow } from "../lifecycle/rows.ts";
import type { ShipmentView } from "../lifecycle/schema.ts";
import { type Ending, expiryOf, pointOf } from "../lifecycle/shipment.ts";
import { mayMove } from "../lifecycle/status.ts";
import { toShipmentView } from "../lifecycle/view.ts";
import { startRound } from "../quotes/rounds.ts";
import {
  completeDelivery,
  completeParcel,
  completeSimulation,
  completeStop,
  refuseTooLarge,
  searchText,
} from "./draft.ts";
import { type PatchedShipment, patchShipmentRow } from "./patch.ts";
import { coordinateErrors, undeliverableErrors } from "./request.ts";
import type { CancelShipment, CreateShipment, PatchShipment } from "./schema.ts";
import { makeTrackingNumber } from "./tracking-number.ts";
import { windowErrors } from "./window.ts";

/**
 * Stores a shipment and starts its first round of quotes.
 * @throws AppError `sandbox_only`, `validation_failed`, `storage_quota_exceeded`, `shipment_too_large`
 */
export async function createShipment(
  deps: DeliveryDeps,
  caller: Caller,
  input: CreateShipment,
): Promise<ShipmentView> {
  refuseLiveSimulation(caller, input);
  refuseInvalid(input, deps.clock.now());
  return writeOnce(deps, caller, (writing) => {
    refuseOverStorage(writing, caller.accountId);
    const row = newShipment(writing, caller.accountId, input);
    const view = toShipmentView(row, null, writing.environment, deps.publicUrl());
    refuseTooLarge(view);
    insertShipment(writing, row, "client");
    startRound(writing, row);
    return view;
  });
}

/** What the members of a body cannot say together. @throws AppError `validation_failed` */
export function refuseInvalid(input: CreateShipment, now: number): void {
  refuseFields([
    ...coordinateErrors("#/pickup/address", input.pickup.address),
    ...coordinateErrors("#/delivery/address", input.delivery.address),
    ...windowErrors(input, now),
    ...undeliverableErrors(input.if_undeliverable ?? "return", input.delivery.requirements),
  ]);
}

/** Judges a body that nobody has validated yet. @throws AppError `sandbox_only` */
export function refuseLiveSimulation(caller: Caller | null, body: unknown): void {
  const { simulation } = (body ?? {}) as { simulation?: unknown };
  if (caller?.environment === "live" && simulation != null) {
    throw new AppError("sandbox_only", { detail: "Remove simulation, or use a sandbox key." });
  }
}

/** @throws AppError `not_found` */
export function getShipment(deps: Deps, caller: Caller, id: string): ShipmentView {
  const { shipment, assignment } = getShipmentRecord(deps, caller, id);
  return toShipmentView(shipment, assignment, caller.environment, deps.publicUrl());
}

/**
 * Applies a JSON merge patch. `accepts` compares a version with If-Match.
 * @throws AppError `not_found`, `precondition_failed`, `shipment_not_editable`, `validation_failed`,
 * `storage_quota_exceeded`, `shipment_too_large`
 */
export function patchShipment(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  patch: PatchShipment,
  accepts: (version: number) => boolean,
): Promise<ShipmentView> {
  return write(deps, caller.environment, (writing) => {
    const before = requireShipment(writing, caller, id);
    if (!accepts(before.version)) throw new AppError("precondition_failed");
    const patched = patchShipmentRow(before, patch, writing.now);
    if (patched.changes.length === 0) return viewOf(writing, before);
    refuseOverStorage(writing, caller.accountId);
    refuseTooLarge(viewOf(writing, { ...before, ...patched.set }));
    return viewOf(writing, applyPatch(writing, before, patched));
  });
}

/**
 * Cancels the shipment. One that is cancelled already is shown as it is. Where the carrier has to agree, this waits for
 * its answer for 10 s; without one the shipment has `cancellation_requested_at`.
 * @throws AppError `not_found`, `shipment_not_cancellable`, `carrier_refused_cancellation`
 */
export async function cancelShipment(
  deps: DeliveryDeps,
  caller: Caller,
  id: string,
  input: CancelShipment,
): Promise<ShipmentView> {
  const why = {
    reason_code: input?.reason_code ?? "cancelled_by_client",
    message: input?.message ?? null,
  } as const;
  const { view, asked } = await writeOnce(
    deps,
    caller,
    (writing) => beginCancellation(writing, caller, id, why),
    false,
  );
  if (asked === null) return saveAnswer(deps, caller, view);
  await awaitCancellation(deps, caller.environment, asked);
  return saveAnswer(deps, caller, getShipment(deps, caller, id));
}

/** @returns the shipment, and the assignment whose carrier was asked */
function beginCancellation(
  writing: DeliveryWriting,
  caller: Caller,
  id: string,
  why: Pick<Ending, "reason_code" | "message">,
): { view: ShipmentView; asked: string | null } {
  const before = requireShipment(writing, caller, id);
  if (before.status === "cancelled") return { view: viewOf(writing, before), asked: null };
  if (!mayMove(before.status, "cancelled", "client")) {
    throw new AppError("shipment_not_cancellable", {
      detail: `The shipment is ${before.status}. Only a shipment that is not picked up yet can be cancelled.`,
      members: { shipment_status: before.status },
    });
  }
  const asked = assignmentToAsk(writing, before);
  if (!asked) {
    const after = cancelShipmentNow(writing, before, { ...why, by: "client", tellsCarrier: true });
    return { view: viewOf(writing, after), asked: null };
  }
  const { reason_code: reason, message } = why;
  const after = requestCancellation(writing, before, asked, { ends: "shipment", reason, message });
  return { view: viewOf(writing, after), asked: asked.id };
}

/** Null until a quote is accepted, and if no PIN is required. @throws AppError `not_found` */
export function getPin(deps: Deps, caller: Caller, id: string): { pin: string | null } {
  return { pin: getShipmentRecord(deps, caller, id).shipment.pin };
}

function applyPatch(writing: DeliveryWriting, before: ShipmentRow, patched: PatchedShipment): ShipmentRow {
  const after = changeShipment(writing, before, {
    by: "client",
    message: "Details were changed.",
    set: patched.set,
  });
  if (patched.changes.includes("window")) startRound(writing, after);
  if (patched.changes.includes("stop")) tellCarrierOfChange(writing, after);
  return after;
}

/** The stops and parcels of a body, completed. Stores nothing. */
export function draftShipment(
  { ids }: Deps,
  input: Pick<CreateShipment, "pickup" | "delivery" | "parcels">,
): Pick<ShipmentRow, "pickup" | "delivery" | "parcels" | "distanceMeters"> {
  const pickup = completeStop(input.pickup, placeAddress);
  const delivery = completeDelivery(input.delivery, placeAddress);
  const from = pointOf(pickup.address);
  const to = pointOf(delivery.address);
  return {
    pickup,
    delivery,
    parcels: input.parcels.map((parcel) => completeParcel(parcel, ids.make("pcl"))),
    distanceMeters: from && to ? metersBetween(from, to) : null,
  };
}

function newShipment(writing: Writing, accountId: string, input: CreateShipment): ShipmentRow {
  const { deps, environment, now } = writing;
  const { pickup, delivery, parcels, distanceMeters } = draftShipment(deps, input);
  const reference = input.reference ?? null;
  const trackingNumber = makeTrackingNumber(deps.ids.integer);
  return {
    id: deps.ids.make("shp"),
    accountId,
    status: "created",
    substatus: null,
    reference,
    trackingNumber,
    trackingToken: deps.ids.token(),
    search: searchText(reference, trackingNumber, pickup, delivery),
    pickup,
    delivery,
    parcels,
    ifUndeliverable: input.if_undeliverable ?? "return",
    metadata: input.metadata ?? {},
    simulation:
      environment === "sandbox"
        ? completeSimulation(input.simulation, {
            speed: deps.config.simulationSpeed,
            seed: sha256Hex(JSON.stringify(input)).slice(0, 16),
          })
        : null,
    distanceMeters,
    assignmentId: null,
    carrierId: null,
    pin: null,
    cancellation: null,
    failure: null,
    pickedUpAt: null,
    deliveredAt: null,
    returnedAt: null,
    expiresAt: expiryOf(now, deps.config.shipmentExpirySeconds * 1000, pickup.window),
    version: 1,
    eventCount: 1,
    createdAt: now,
    updatedAt: now,
  };
}
