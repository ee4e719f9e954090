import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Deps, Writing } from "../../../infra/deps.ts";
import { AppError, refuseFields } from "../../../infra/errors.ts";
import { type Caller, hasScope } from "../../../infra/http/principal.ts";
import { type Ids, sha256Hex } from "../../../infra/ids.ts";
import { refuseUnpermitted } from "../../lifecycle/agreeing.ts";
import { type Locate, locateIn } from "../../lifecycle/places/locating.ts";
import { gpsFaultErrors } from "../../lifecycle/simulation/input/faults.ts";
import { routeErrors } from "../../lifecycle/simulation/input/route.ts";
import { dueOf } from "../../lifecycle/state/due.ts";
import { nextLookAt } from "../../lifecycle/state/looking.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { expiryOf } from "../../lifecycle/state/shipment.ts";
import { linkColumns } from "../../lifecycle/state/tracking-link.ts";
import type { Stop } from "../../model/model.ts";
import { simulationErrors } from "../../model/script/checks.ts";
import {
  completeDelivery,
  completeParcel,
  completeSimulation,
  completeStop,
  distanceBetween,
} from "./draft.ts";
import { coordinateErrors, undeliverableErrors } from "./request.ts";
import type { ShipmentDraft } from "./schema.ts";
import { searchText } from "./search.ts";
import { makeTrackingNumber } from "./tracking-number.ts";
import { windowErrors } from "./window.ts";

/** From the body of a request to a shipment. */

const acceptScope = "assignments:write";

/** What the members of a body cannot say together. @throws AppError `validation_failed` */
export function refuseInvalid({ clock, config }: Deps, input: ShipmentDraft): void {
  const now = clock.now();
  const simulation = input.simulation ?? {};
  const speed = simulation.speed ?? config.simulationSpeed;
  const scriptErrors = simulationErrors(simulation, "#/simulation", { now, speed });
  refuseFields([
    ...coordinateErrors("#/pickup/address", input.pickup.address),
    ...coordinateErrors("#/delivery/address", input.delivery.address),
    ...windowErrors(input, now),
    ...undeliverableErrors(input.if_undeliverable ?? "return", input.delivery.requirements),
    ...scriptErrors,
    // Only a sound script has a plan.
    ...(scriptErrors.length === 0 ? gpsFaultErrors(simulation, input.if_undeliverable ?? "return") : []),
    ...routeErrors(input),
  ]);
}

/** @throws AppError `scope_missing` */
export function refuseAccepting(caller: Caller): void {
  if (hasScope(caller, acceptScope)) return;
  throw new AppError("scope_missing", {
    detail: `To accept a quote at creation, use a key with the scope ${acceptScope}.`,
  });
}

/** Judges a body that nobody has validated yet. @throws AppError `sandbox_only`, `scope_missing` */
export function refuseForbidden(caller: Caller | null, body: unknown): void {
  const { simulation, accept } = (body ?? {}) as { simulation?: unknown; accept?: unknown };
  if (caller !== null && accept != null) refuseAccepting(caller);
  const isDispatching =
    typeof accept === "object" && accept !== null && ("price" in accept || "driver_id" in accept);
  if (caller !== null && isDispatching) refuseUnpermitted(caller);
  if (caller?.environment === "live" && simulation != null) {
    throw new AppError("sandbox_only", { detail: "Remove simulation, or use a sandbox key." });
  }
}

/** The stops and parcels of a body, completed. Stores nothing. */
export function draftShipment(
  ids: Ids,
  locate: Locate,
  input: Pick<ShipmentDraft, "pickup" | "delivery" | "parcels">,
): Pick<ShipmentRow, "pickup" | "delivery" | "parcels" | "distanceMeters"> {
  const pickup = completeStop(input.pickup, locate);
  const delivery = completeDelivery(input.delivery, locate);
  return {
    pickup,
    delivery,
    parcels: input.parcels.map((parcel) => completeParcel(parcel, ids.make("pcl"))),
    distanceMeters: distanceBetween(pickup.address, delivery.address),
  };
}

/** The stops whose coordinates the body has. */
export function pinnedIn(
  { pickup, delivery }: ShipmentDraft,
  created: Pick<ShipmentRow, "pickup" | "delivery">,
): { pickup?: Stop; delivery?: Stop } {
  return {
    ...(pickup.address.latitude != null && { pickup: created.pickup }),
    ...(delivery.address.latitude != null && { delivery: created.delivery }),
  };
}

/** Where a shipment comes from, if nobody sent it as such. */
export interface Origin {
  /** What a return brings back. */
  original?: Returned;
  /** The form by which a customer ordered it. */
  orderForm?: { id: string; markupPercent: number | null };
  scheduled?: Scheduled;
  /** Whether it is a row of a list: others find their address first. */
  isImport?: boolean;
}

/** What a return brings back. */
export type Returned = Pick<ShipmentRow, "id" | "isReturn">;

/** Of which schedule, and for which of its days, a shipment is made. */
export type Scheduled = Pick<ShipmentRow, "scheduleId" | "scheduledFor">;
const unscheduled: Scheduled = { scheduleId: null, scheduledFor: null };

/** The row of a valid request; nothing is stored. */
export function newShipment(
  { deps, environment, now, db }: Pick<Writing, "deps" | "environment" | "now"> & { db: Db | Tx },
  ids: Ids,
  accountId: string,
  input: ShipmentDraft,
  { original, orderForm, scheduled = unscheduled }: Origin = {},
): ShipmentRow {
  const locate = locateIn({ deps, db, environment, accountId });
  const { pickup, delivery, parcels, distanceMeters } = draftShipment(ids, locate, input);
  const reference = input.reference ?? null;
  const trackingNumber = makeTrackingNumber(ids.integer);
  const id = ids.make("shp");
  const expiresAt = expiryOf(now, deps.config.shipmentExpirySeconds * 1000, pickup.window);
  return {
    id,
    accountId,
    status: "created",
    substatus: null,
    reference,
    trackingNumber,
    ...linkColumns(deps.vault, id, ids.token()),
    search: searchText(reference, trackingNumber, pickup, delivery),
    pickup,
    delivery,
    parcels,
    ifUndeliverable: input.if_undeliverable ?? "return",
    carriers: input.carriers ?? null,
    services: input.services ?? null,
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
    pinTries: 0,
    cancellation: null,
    failure: null,
    recall: null,
    pickedUpAt: null,
    deliveredAt: null,
    returnedAt: null,
    stopArrivedAt: null,
    pickupWaitedMinutes: null,
    deliveryWaitedMinutes: null,
    endedAt: null,
    linkMadeAt: null,
    promiseMovedAt: null,
    linkEndedAt: null,
    expiresAt,
    attentionAt: nextLookAt(undefined, { status: "created", needsAttention: false }, now, {
      quotingMs: deps.config.quotingDeadlineSeconds * 1000,
    }),
    needsAttention: false,
    dueAt: dueOf({ status: "created", pickup, delivery, distanceMeters, expiresAt }, null),
    withoutDriver: false,
    version: 1,
    eventCount: 1,
    redactedAt: null,
    recipientInstructions: null,
    rating: null,
    digitTries: 0,
    recentDigitTries: null,
    returnOf: original?.id ?? null,
    isReturn: original !== undefined && !original.isReturn,
    orderFormId: orderForm?.id ?? null,
    markupPercent: orderForm?.markupPercent ?? null,
    returnShipmentId: null,
    ...scheduled,
    createdAt: now,
    updatedAt: now,
  };
}
