import { knownPlace } from "../../../model/address.ts";
import type { PreparedService } from "./rate-card.ts";
import type { Rated, Refusal } from "./rated-shipment.ts";

/** The limits of a service. Contract "Rate card", Weight and Zone. */

/** The first limit that refuses the shipment; undefined if none does. */
export function limitRefusal(service: PreparedService, rated: Rated): Refusal | undefined {
  return distanceRefusal(service, rated) ?? loadRefusal(service, rated) ?? sideRefusal(service, rated);
}

/** A price or a limit by distance needs the places of both stops. */
function distanceRefusal({ price, limits, source }: PreparedService, rated: Rated): Refusal | undefined {
  const { distanceMeters } = limits;
  const rule = `${source}/${distanceMeters === null ? "price/per_km" : "limits/distance_meters"}`;
  if ((price.perKm > 0n || distanceMeters !== null) && (!rated.isPrecise || rated.distance === null)) {
    const what = price.perKm > 0n ? "The price is by kilometers" : "The service has a limit of distance";
    const message = `${what}, and the place of ${unplacedIn(rated)} is not known. Set the pin, or agree on a price.`;
    return { code: "incomplete_address", message, source: rule };
  }
  if (distanceMeters === null || (rated.distance?.meters ?? 0) <= distanceMeters) return undefined;
  const message = `The distance exceeds the service's limit of ${distanceMeters} meters.`;
  return { code: "out_of_zone", message, source: rule };
}

function unplacedIn({ shipment: { pickup, delivery } }: Rated): string {
  const unplaced = Object.entries({ pickup, delivery }).filter(([, { address }]) => !knownPlace(address));
  return unplaced.length === 1 ? `the ${unplaced[0]?.[0]} address` : "both addresses";
}

function loadRefusal({ limits, source }: PreparedService, rated: Rated): Refusal | undefined {
  const { weightGrams, parcels } = limits;
  if (weightGrams !== null && rated.realGrams > weightGrams) {
    const message = `The weight exceeds the service's limit of ${weightGrams} grams.`;
    return { code: "weight_exceeded", message, source: `${source}/limits/weight_grams` };
  }
  if (parcels !== null && rated.parcels > parcels) {
    const message = `The number of parcels exceeds the service's limit of ${parcels}.`;
    return { code: "dimensions_exceeded", message, source: `${source}/limits/parcels` };
  }
  return undefined;
}

/** Unknown sides are passed over: the known ones, longest first, are never longer than the sides at their place. */
function sideRefusal({ limits, source }: PreparedService, rated: Rated): Refusal | undefined {
  const exceeded = limits.sidesMm.find(({ limit }, place) =>
    rated.sides.some((sides) => limit !== null && (sides[place] ?? 0) > limit),
  );
  if (!exceeded) return undefined;
  const message = `A side of a parcel exceeds the service's limit of ${exceeded.limit} mm.`;
  return { code: "dimensions_exceeded", message, source: `${source}/limits/${exceeded.name}` };
}
