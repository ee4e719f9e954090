import { knownPlace } from "../../../model/address.ts";
import { countPieces, gramsOf } from "../../../model/parcels.ts";
import type { QuoteRequest, UnavailableCode } from "../../carrier.ts";
import type { Load } from "../../load.ts";
import type { Distance } from "./distance.ts";
import type { Reading } from "./hours.ts";
import type { PreparedCard } from "./rate-card.ts";
import { chargeableGrams, sidesOf } from "./weight.ts";
import type { StopWord } from "./words.ts";
import { type Need, verdictsOn, type ZoneVerdict } from "./zones.ts";

export type RatedShipment = Pick<QuoteRequest, "pickup" | "delivery" | "parcels" | "now">;

/** Why a service is not offered. */
export interface Refusal {
  code: UnavailableCode;
  message: string;
  /** JSON Pointer to the rule in the card. */
  source: string;
}

/** Why an address does not tell whether a zone contains it. @param source JSON Pointer to the rule in the card */
export function needRefusal(need: Need, stop: StopWord, source: string): Refusal {
  const words = {
    needs_coordinates: "latitude and longitude: the service has a zone by radius",
    needs_postal_code: "a postal code",
    needs_town: "a town",
  };
  return { code: "incomplete_address", message: `The ${stop} address needs ${words[need]}.`, source };
}

/** What all services of a card share about a shipment. */
export interface Rated {
  shipment: RatedShipment;
  distance: Distance | null;
  /** How busy the fleet is; null as usual. */
  load: Load | null;
  /** Whether the places of both stops are known. */
  isPrecise: boolean;
  pickupVerdicts: readonly ZoneVerdict[];
  deliveryVerdicts: readonly ZoneVerdict[];
  /** Of each parcel, longest first. */
  sides: readonly (readonly number[])[];
  /** How times of the card are read. */
  reading: Reading;
  realGrams: number;
  parcels: number;
  chargeableGrams(divisor: number | null): bigint;
}

export function ratedOf(
  card: PreparedCard,
  shipment: RatedShipment,
  distance: Distance | null,
  load: Load | null = null,
): Rated {
  const { pickup, delivery, parcels } = shipment;
  const byDivisor = new Map<number | null, bigint>();
  return {
    shipment,
    distance,
    load,
    isPrecise: knownPlace(pickup.address) !== undefined && knownPlace(delivery.address) !== undefined,
    pickupVerdicts: verdictsOn(card.zones, pickup.address),
    deliveryVerdicts: verdictsOn(card.zones, delivery.address),
    sides: parcels.map(sidesOf),
    reading: { local: card.local, now: shipment.now },
    realGrams: gramsOf(parcels),
    parcels: countPieces(parcels),
    chargeableGrams(divisor) {
      const grams = byDivisor.get(divisor) ?? chargeableGrams(parcels, divisor);
      byDivisor.set(divisor, grams);
      return grams;
    },
  };
}
