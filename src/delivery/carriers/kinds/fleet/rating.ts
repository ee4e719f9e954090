import { amountMax } from "../../../model/model.ts";
import type { CancellationStep, EndTerms } from "../../ends.ts";
import { type Load, textOf } from "../../load.ts";
import { applicableSurcharges } from "./applicable.ts";
import { cancellationSteps, endTermsOf } from "./cancellation.ts";
import type { Distance } from "./distance.ts";
import { limitRefusal } from "./limits.ts";
import { linesOf, type RatedLine, sumOf } from "./price.ts";
import type { PreparedCard, PreparedService } from "./rate-card.ts";
import { needRefusal, type Rated, type RatedShipment, type Refusal, ratedOf } from "./rated-shipment.ts";
import { type Estimate, estimateOf } from "./times.ts";
import type { StopWord } from "./words.ts";
import { type Found, firstZone } from "./zones.ts";

/** Rates a shipment by a card: every service, with its price or the rule that refuses it. Pure. */

/** The inputs of a price, kept with the quote. */
export interface Basis {
  card_version: number;
  pickup_zone: string;
  delivery_zone: string;
  distance: Distance | null;
  weight_grams: number;
  chargeable_grams: number;
}

export interface RatedOffer extends Estimate {
  lines: RatedLine[];
  basis: Basis;
  cancellation: CancellationStep[];
  endTerms: EndTerms | undefined;
}

export interface ServiceRating {
  service: { code: string; name: string };
  result: { kind: "offer"; offer: RatedOffer } | { kind: "refused"; refusal: Refusal };
}

/** Every service's answer, in the card's order: a step for each. */
export function* rate(
  card: PreparedCard,
  shipment: RatedShipment,
  distance: Distance | null,
  load: Load | null = null,
): Generator<void, ServiceRating[]> {
  const rated = ratedOf(card, shipment, distance, load);
  const ratings: ServiceRating[] = [];
  for (const service of card.services) {
    const result = rateService(card, service, rated);
    ratings.push({
      service: { code: service.code, name: service.name },
      result: "source" in result ? { kind: "refused", refusal: result } : { kind: "offer", offer: result },
    });
    yield;
  }
  return ratings;
}

function rateService(card: PreparedCard, service: PreparedService, rated: Rated): RatedOffer | Refusal {
  if (rated.load?.acceptsOrders === false) {
    return { code: "window_unavailable", message: textOf(rated.load), source: service.source };
  }
  const from = firstZone(service.pickupZones, rated.pickupVerdicts);
  if (from.kind !== "zone") return zoneRefusal(from.kind, "pickup", service);
  const to = firstZone(service.deliveryZones, rated.deliveryVerdicts);
  if (to.kind !== "zone") return zoneRefusal(to.kind, "delivery", service);
  const limited = limitRefusal(service, rated);
  if (limited) return limited;
  const estimate = estimateOf(service, rated);
  if ("source" in estimate) return estimate;

  const zones = { pickup: from.zone, delivery: to.zone };
  const surcharges = applicableSurcharges(service, rated, estimate, zones);
  if ("source" in surcharges) return surcharges;

  const grams = rated.chargeableGrams(service.divisor);
  const lines = linesOf(
    service.price,
    { meters: rated.distance?.meters ?? null, chargeableGrams: grams, parcels: rated.parcels },
    service.zoneBases.get(from.zone)?.get(to.zone),
    surcharges,
  );
  const total = sumOf(lines);
  if (lines.some(({ amount }) => amount > amountMax) || total > amountMax) return tooExpensive(service);
  return {
    ...estimate,
    lines: lines.map((line) => ({ ...line, amount: Number(line.amount) })),
    basis: {
      card_version: card.version,
      pickup_zone: card.zoneCodes[from.zone] ?? "",
      delivery_zone: card.zoneCodes[to.zone] ?? "",
      distance: rated.distance,
      weight_grams: rated.realGrams,
      chargeable_grams: Number(grams),
    },
    cancellation: cancellationSteps(service.cancellation, Number(total)),
    endTerms: endTermsOf(service.ends, Number(total)),
  };
}

function zoneRefusal(
  kind: Exclude<Found["kind"], "zone">,
  stop: StopWord,
  service: PreparedService,
): Refusal {
  const source = `${service.source}/${stop}_zones`;
  if (kind !== "outside") return needRefusal(kind, stop, source);
  return { code: "out_of_zone", message: `The ${stop} address is outside the service's zones.`, source };
}

const tooExpensive = ({ source }: PreparedService): Refusal => ({
  code: "carrier_error",
  message: `The price is above the largest possible amount of ${amountMax}.`,
  source: `${source}/price`,
});
