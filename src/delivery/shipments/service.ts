import { refuseOverStorage } from "../../access/limits/storage.ts";
import { toTimestamp } from "../../infra/clock.ts";
import { type Deps, type Writing, write } from "../../infra/deps.ts";
import { AppError, refuseFields } from "../../infra/errors.ts";
import { placeAddress } from "../../infra/geography/address-point.ts";
import { distanceMeters } from "../../infra/geography/coordinates.ts";
import { createdWithin, readPage } from "../../infra/http/pagination.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { writeOnce } from "../../infra/idempotency/service.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { endActiveAssignment, tellCarrierOfChange } from "../assignments/lifecycle.ts";
import { closeQuoting, startRound } from "../quotes/rounds.ts";
import {
  completeDelivery,
  completeParcel,
  completeSimulation,
  completeStop,
  pointOf,
  refuseTooLarge,
  searchText,
} from "./draft.ts";
import { changeShipment, getShipmentRecord, insertShipment, requireShipment, viewOf } from "./lifecycle.ts";
import { type ShipmentPlace, scanMax, shipmentList } from "./list-store.ts";
import { type PatchedShipment, patchShipmentRow } from "./patch.ts";
import type { CancelShipment, CreateShipment, PatchShipment } from "./request-schema.ts";
import type { ShipmentQuery, ShipmentStatisticsView, ShipmentView } from "./schema.ts";
import { coordinateErrors, countedMax, undeliverableErrors } from "./shipment.ts";
import { mayMove, type Status, statuses } from "./status.ts";
import { type ShipmentRow, shipmentStore } from "./store.ts";
import { makeTrackingNumber } from "./tracking-number.ts";
import { toShipmentView } from "./view.ts";
import { expiryOf, windowErrors } from "./window.ts";

/**
 * Stores a shipment and begins quoting it.
 * @throws AppError `sandbox_only`, `validation_failed`, `storage_quota_exceeded`, `shipment_too_large`
 */
export async function createShipment(
  deps: Deps,
  caller: Caller,
  input: CreateShipment,
): Promise<ShipmentView> {
  refuseLiveSimulation(caller, input);
  refuseFields([
    ...coordinateErrors("#/pickup/address", input.pickup.address),
    ...coordinateErrors("#/delivery/address", input.delivery.address),
    ...windowErrors(input, deps.clock.now()),
    ...undeliverableErrors(input.if_undeliverable ?? "return", input.delivery.requirements),
  ]);
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

/** Judges a body before anything else of it is known. @throws AppError `sandbox_only` */
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

/** How many shipments are in each state now. */
export function countShipments(deps: Deps, { accountId, environment }: Caller): ShipmentStatisticsView {
  const shipments = shipmentStore(deps.stores.platform(environment).db);
  const counted = statuses.map((status) => [status, shipments.countIn(accountId, status, countedMax)]);
  return { environment, by_status: Object.fromEntries(counted) };
}

/**
 * Newest first. A page is short, or empty, where it has looked at enough of what no index finds; its cursor goes on
 * there.
 */
export function listShipments(deps: Deps, caller: Caller, query: ShipmentQuery, maxima = scanMax) {
  const { limit: _limit, cursor: _cursor, environment: _environment, ...filters } = query;
  const { db } = deps.stores.platform(caller.environment);
  const filter = {
    statuses: filters.status?.split(",") as Status[] | undefined,
    reference: filters.reference,
    carrierId: filters.carrier_id,
    ...createdWithin(filters),
    search: filters.q?.toLowerCase(),
  };
  let stop: ShipmentPlace | undefined;
  // The list in the order of ids was "shipments": a cursor of that one would find nothing here, and is refused.
  return readPage(deps, { name: "shipments by time", of: caller, filters }, query, {
    read(before, count) {
      const from = before === undefined ? undefined : toPlace(before);
      const page = shipmentList(db).read(caller.accountId, filter, from, count, maxima);
      stop = page.stop;
      return page.found;
    },
    placeOf,
    stoppedAt: () => stop && placeOf(stop),
    view(row: ShipmentRow) {
      const { shipment, assignment } = shipmentStore(db).withAssignment(row);
      return toShipmentView(shipment, assignment, caller.environment, deps.publicUrl());
    },
  });
}

const placeOf = ({ createdAt, id }: ShipmentPlace) => `${createdAt}.${id}`;

function toPlace(text: string): ShipmentPlace {
  const [createdAt, id = ""] = text.split(".");
  return { createdAt: Number(createdAt), id };
}

/**
 * Applies a JSON merge patch. `accepts` judges the version that If-Match named.
 * @throws AppError `not_found`, `precondition_failed`, `shipment_not_editable`, `validation_failed`,
 * `storage_quota_exceeded`, `shipment_too_large`
 */
export function patchShipment(
  deps: Deps,
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
 * Cancels, or shows what was cancelled before.
 * @throws AppError `not_found`, `shipment_not_cancellable`
 */
export function cancelShipment(
  deps: Deps,
  caller: Caller,
  id: string,
  input: CancelShipment,
): Promise<ShipmentView> {
  return writeOnce(deps, caller, (writing) => {
    const before = requireShipment(writing, caller, id);
    if (before.status === "cancelled") return viewOf(writing, before);
    if (!mayMove(before.status, "cancelled", "client")) {
      throw new AppError("shipment_not_cancellable", {
        detail: `The shipment is ${before.status}. Only a shipment that is not picked up yet can be cancelled.`,
        members: { shipment_status: before.status },
      });
    }
    closeQuoting(writing, id);
    endActiveAssignment(writing, before, "cancelled", "cancelled_by_client");
    const after = changeShipment(writing, before, {
      by: "client",
      status: "cancelled",
      message: "The shipment was cancelled.",
      set: {
        cancellation: {
          reason_code: input?.reason_code ?? "cancelled_by_client",
          message: input?.message ?? null,
          by: "client",
          at: toTimestamp(writing.now),
        },
      },
    });
    return viewOf(writing, after);
  });
}

/** Null until an offer is accepted, and where no PIN is required. @throws AppError `not_found` */
export function getPin(deps: Deps, caller: Caller, id: string): { pin: string | null } {
  return { pin: getShipmentRecord(deps, caller, id).shipment.pin };
}

function applyPatch(writing: Writing, before: ShipmentRow, patched: PatchedShipment): ShipmentRow {
  const after = changeShipment(writing, before, {
    by: "client",
    message: "Details were changed.",
    set: patched.set,
  });
  if (patched.changes.includes("window")) startRound(writing, after);
  if (patched.changes.includes("stop")) tellCarrierOfChange(writing, after);
  return after;
}

function newShipment(writing: Writing, accountId: string, input: CreateShipment): ShipmentRow {
  const { deps, environment, now } = writing;
  const pickup = completeStop(input.pickup, placeAddress);
  const delivery = completeDelivery(input.delivery, placeAddress);
  const from = pointOf(pickup.address);
  const to = pointOf(delivery.address);
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
    parcels: input.parcels.map((parcel) => completeParcel(parcel, deps.ids.make("pcl"))),
    ifUndeliverable: input.if_undeliverable ?? "return",
    metadata: input.metadata ?? {},
    simulation:
      environment === "sandbox"
        ? completeSimulation(input.simulation, {
            speed: deps.config.simulationSpeed,
            seed: sha256Hex(JSON.stringify(input)).slice(0, 16),
          })
        : null,
    distanceMeters: from && to ? distanceMeters(from, to) : null,
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
