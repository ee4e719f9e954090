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
  const rule = distanceMeters === null && price.way ? price.way.source : `${source}/limits/distance_meters`;
  if ((price.way || distanceMeters !== null) && (!rated.isPrecise || rated.distance === null)) {
    const what = price.way
      ? `The price is by ${price.way.unit.words}`
      : "The service has a limit of distance";
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
function sideRefusal({ limits, source }: PreparedService, { sides }: Rated): Refusal | undefined {
  const refused = (what: string, name: string, limit: number): Refusal => ({
    code: "dimensions_exceeded",
    message: `${what} of a parcel exceeds the service's limit of ${limit} mm.`,
    source: `${source}/limits/${name}`,
  });
  for (const [place, { name, limit }] of limits.sidesMm.entries()) {
    if (limit !== null && sides.some((known) => (known[place] ?? 0) > limit))
      return refused("A side", name, limit);
  }
  const { sidesSumMm, girthMm } = limits;
  if (sidesSumMm !== null && sides.some((known) => sumOf(known) > sidesSumMm))
    return refused("The sum of the sides", "sides_sum_mm", sidesSumMm);
  if (girthMm !== null && sides.some((known) => 2 * sumOf(known) - (known[0] ?? 0) > girthMm))
    return refused("The girth", "girth_mm", girthMm);
  return undefined;
}

const sumOf = (sides: readonly number[]): number => sides.reduce((sum, side) => sum + side, 0);
