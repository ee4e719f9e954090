import { fitting } from "../../answer.ts";
import type { Booked } from "../../carrier.ts";
import { marks } from "./map.ts";
import { WireMeta, type WireShipment } from "./wire.ts";

/** A Karrio shipment, as a booking of Waybill. */

const numberMax = 100;

export function isDraft({ status }: WireShipment): boolean {
  return status === "draft";
}

export function isCancelled({ status }: WireShipment): boolean {
  return status === "cancelled";
}

/** Every other status follows a purchase: `created`, then where the goods are. */
export function isBought(shipment: WireShipment): boolean {
  return !isDraft(shipment) && !isCancelled(shipment);
}

/** Whether a label was made, which may be void by now: only a purchase gives a shipment its number. */
export function wasBought(shipment: WireShipment): boolean {
  return isBought(shipment) || (isCancelled(shipment) && Boolean(shipment.tracking_number));
}

export function toBooked(shipment: WireShipment): Booked {
  const trackingNumbers = trackingNumbersOf(shipment);
  return {
    kind: "booked",
    reference: shipment.id,
    driver: null,
    confirmed: true,
    ...(Object.keys(trackingNumbers).length > 0 && { trackingNumbers }),
  };
}

/**
 * The carrier's tracking numbers by parcel id. Of a parcel with several pieces the first, but the main one of the
 * shipment, by which Karrio tracks it, is always among them.
 */
export function trackingNumbersOf({
  metadata,
  meta,
  tracking_number: main,
}: WireShipment): Record<string, string> {
  const pieces = metadata?.[marks.parcels];
  if (typeof main !== "string" || main === "" || main.length > numberMax || !Array.isArray(pieces)) return {};
  const known = fitting(WireMeta, meta)?.tracking_numbers ?? [];
  const numbers = known.length === pieces.length ? known : pieces.map(() => main);
  const byParcel = new Map<string, string>();
  for (const [index, id] of pieces.map(String).entries()) {
    const own: string = numbers[index] ?? main;
    const number: string = own.length > numberMax ? main : own;
    if (number === main || !byParcel.has(id)) byParcel.set(id, number);
  }
  return Object.fromEntries(byParcel);
}
