import type { Offer, QuoteAnswer } from "../../carrier.ts";
import { sumOf } from "../../margin.ts";
import type { PreparedCard } from "./rate-card.ts";
import type { Refusal } from "./rated-shipment.ts";
import type { RatedOffer, ServiceRating } from "./rating.ts";

/** Of more offers the cheapest count, as for every kind of carrier. */
const offersMax = 50;

export const noCard: QuoteAnswer = {
  kind: "unavailable",
  code: "no_drivers",
  message: "The fleet has no rate card yet.",
};

/** A fleet's answer to the question for offers. */
export function quoteOf({ currency }: PreparedCard, ratings: readonly ServiceRating[]): QuoteAnswer {
  const offers = ratings.flatMap(({ service, result }) =>
    result.kind === "offer" ? [offerOf(service, currency, result.offer)] : [],
  );
  if (offers.length > 0) return { kind: "offers", offers: cheapest(offers) };
  const { code, message } = nearestRefusal(ratings);
  return { kind: "unavailable", code, message };
}

function cheapest(offers: Offer[]): Offer[] {
  if (offers.length <= offersMax) return offers;
  return offers.toSorted((one, other) => sumOf(one.priceLines) - sumOf(other.priceLines)).slice(0, offersMax);
}

function offerOf(service: Offer["service"], currency: string, offer: RatedOffer): Offer {
  return {
    service,
    currency,
    priceLines: offer.lines.map(({ code, name, amount }) => ({ code, name, amount })),
    estimatedPickupAt: offer.pickupAt,
    estimatedDeliveryAt: offer.deliveryAt,
    basis: offer.basis,
    cancellation: offer.cancellation,
    ...(offer.endTerms && { endTerms: offer.endTerms }),
  };
}

/** The rules in the order in which a service applies them. */
const order = [
  "out_of_zone",
  "incomplete_address",
  "weight_exceeded",
  "dimensions_exceeded",
  "window_unavailable",
  "carrier_error",
] as const satisfies readonly Refusal["code"][];

/** The refusal of the service that came closest to an offer: it shows what to change first. */
function nearestRefusal(ratings: readonly ServiceRating[]): Refusal {
  const rank = ({ code }: Refusal) => (order as readonly string[]).indexOf(code);
  return ratings
    .flatMap(({ result }) => (result.kind === "refused" ? [result.refusal] : []))
    .reduce((best, refusal) => (rank(refusal) > rank(best) ? refusal : best));
}
