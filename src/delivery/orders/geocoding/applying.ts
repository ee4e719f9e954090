import type { DeliveryWriting } from "../../carriers/deps.ts";
import { hasFleet } from "../../lifecycle/driver-jobs/reading.ts";
import { adoptNewPlace } from "../../lifecycle/driver-jobs/transitions.ts";
import { locateWithin } from "../../lifecycle/places/locating.ts";
import { isPlaceAwaited, isUnasked } from "../../lifecycle/places/queue.ts";
import { canBeAccepted, startRound } from "../../lifecycle/quotes/rounds.ts";
import { quotesOfLastRound } from "../../lifecycle/quotes/service.ts";
import { changeShipment } from "../../lifecycle/state/change.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import { knownPlace, provenPlace } from "../../model/address.ts";
import type { Address, Stop } from "../../model/model.ts";
import { distanceBetween } from "../shipments/draft.ts";

/** What a geocoder's answer changes of a shipment. */

const stops = ["pickup", "delivery"] as const;
type StopName = (typeof stops)[number];

/**
 * Stores what is known now of a shipment's addresses, where a carrier may still hear of it. Who has no offer to accept
 * gets a new round. Prices that are agreed stay.
 */
export function applyPlaces(writing: DeliveryWriting, shipment: ShipmentRow): ShipmentRow {
  if (shipment.redactedAt !== null) return shipment;
  const locate = locateWithin(writing, shipment.accountId);
  const moved = (name: StopName): Stop => {
    const stop = shipment[name];
    if (!isOpen(writing, shipment, name) || isUnasked(writing, stop.address)) return stop;
    return withPlace(stop, { ...stop.address, ...locate(stop.address) });
  };
  const pickup = moved("pickup");
  const delivery = { ...shipment.delivery, ...moved("delivery") };
  if (stops.every((name) => Bun.deepEquals({ pickup, delivery }[name], shipment[name]))) return shipment;
  const isKnownAnew = [
    [pickup, shipment.pickup],
    [delivery, shipment.delivery],
  ].some(([after, before]) => after && before && knownPlace(after.address) && !knownPlace(before.address));
  const after = changeShipment(writing, shipment, {
    by: "system",
    message: "The address was found on the map.",
    set: { pickup, delivery, distanceMeters: distanceBetween(pickup.address, delivery.address) },
  });
  if (isKnownAnew && after.assignmentId !== null) adoptNewPlace(writing, after.assignmentId);
  if (isKnownAnew && needsRound(writing, after)) startRound(writing, after);
  return after;
}

function withPlace(stop: Stop, address: Address): Stop {
  return { ...stop, address };
}

/** Until a quote is accepted, and for a fleet until its driver was there: drivers read the place from Waybill. */
function isOpen(writing: DeliveryWriting, shipment: ShipmentRow, stop: StopName): boolean {
  if (provenPlace(shipment[stop].address) !== undefined) return false;
  const isFleets = () => hasFleet(writing, shipment);
  switch (shipment.status) {
    case "created":
    case "quoted":
    case "expired":
      return true;
    case "assigned":
      return isFleets();
    case "in_transit":
      return stop === "delivery" && isFleets();
    case "returning":
      return stop === "pickup" && isFleets();
    default:
      return false;
  }
}

/** Whether it waits for an offer. A round that still waits for the place asks with it. */
function needsRound(writing: DeliveryWriting, { id, status, accountId }: ShipmentRow): boolean {
  if (status !== "created" && status !== "quoted") return false;
  if (isPlaceAwaited(writing.deps, writing.environment, id)) return false;
  return !quotesOfLastRound(writing.tx, id).some((quote) => canBeAccepted(writing, quote, accountId));
}
