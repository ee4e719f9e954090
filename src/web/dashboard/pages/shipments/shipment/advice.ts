import type { UnavailableCode } from "@/delivery/carriers/carrier.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { knownPlace } from "@/delivery/model/address.ts";
import { closedParts } from "./edit-values.ts";

/** What a person can do about the reasons of carriers that did not quote. */

/** Edit the shipment, set a pin, create another like it, add a carrier, or ask again. */
export type Remedy = "address" | "pin" | "window" | "copy" | "carriers" | "wait";

interface Advice {
  remedy: Remedy;
  text: string;
}

const unknownTown = {
  remedy: "address",
  text: "Correct the town, or enter the exact coordinates.",
} as const;
const unknownPlace = {
  remedy: "address",
  text: "Add what is missing. A fleet without circles and distances in its rate card needs no coordinates.",
} as const;
const unpinned = {
  remedy: "pin",
  text: "Place not known yet.",
} as const;
const wait = { remedy: "wait", text: "Request new quotes in a few minutes." } as const;

const advices = {
  incomplete_address: unknownTown,
  out_of_zone: { remedy: "address", text: "Check the address: it is outside the area of these carriers." },
  window_unavailable: { remedy: "window", text: "Choose a later or longer time window." },
  weight_exceeded: { remedy: "copy", text: "Split the weight: duplicate the shipment with lighter parcels." },
  dimensions_exceeded: { remedy: "copy", text: "Duplicate the shipment with smaller parcels." },
  requirement_unsupported: { remedy: "copy", text: "Duplicate the shipment with less proof of delivery." },
  currency_mismatch: { remedy: "carriers", text: "Add a carrier that charges in your currency." },
  no_carriers_configured: { remedy: "carriers", text: "Add a carrier." },
  no_drivers: wait,
  carrier_timeout: wait,
  carrier_error: wait,
} as const satisfies Record<UnavailableCode, Advice>;

/** One piece of advice for each remedy, in the order above: what the person can change comes before waiting. */
export function adviceFor(shipment: ShipmentView, unavailable: readonly { code: string }[]): Advice[] {
  const codes = new Set(unavailable.map(({ code }) => code));
  const closed = closedParts(shipment.status);
  const isTownKnown = ![shipment.pickup, shipment.delivery].some(hasUnknownTown);
  const found = Object.entries(advices)
    .filter(([code]) => codes.has(code))
    .map(([code, advice]): Advice => {
      if (code === "incomplete_address" && isTownKnown)
        return unpinnedStopOf(shipment) === undefined ? unknownPlace : unpinned;
      const isClosed = advice.remedy === "window" && closed.includes("window");
      return isClosed
        ? { remedy: "copy", text: "Duplicate the shipment with a later or longer time window." }
        : advice;
    });
  return found.filter(({ text }, index) => found.findIndex((other) => other.text === text) === index);
}

/** The first stop whose place is not known, where its town and postal code are. */
export function unpinnedStopOf({ pickup, delivery }: ShipmentView): "pickup" | "delivery" | undefined {
  if (pickup.address.postal_code === null || delivery.address.postal_code === null) return undefined;
  if (!knownPlace(pickup.address)) return "pickup";
  return knownPlace(delivery.address) ? undefined : "delivery";
}

/** The field of the edit form where a remedy begins: of an address what the first stop lacks. */
export function firstFieldOf(remedy: Remedy, { pickup, delivery }: ShipmentView): string {
  if (remedy === "window") return `${pickup.window ? "pickup" : "delivery"}.window.start`;
  if (hasUnknownTown(pickup)) return "pickup.address.city";
  if (hasUnknownTown(delivery)) return "delivery.address.city";
  if (pickup.address.latitude === null) return `pickup.address.${missingPartOf(pickup)}`;
  return `delivery.address.${missingPartOf(delivery)}`;
}

type StopView = ShipmentView["pickup"] | ShipmentView["delivery"];

function hasUnknownTown({ address }: StopView): boolean {
  return address.geocode_source === "country";
}

function missingPartOf({ address }: StopView): "postal_code" | "latitude" | "city" {
  if (address.postal_code === null) return "postal_code";
  return address.latitude === null ? "latitude" : "city";
}
