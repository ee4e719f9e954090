import { type Quote, statusAt } from "../../lifecycle/quotes/quote.ts";
import { bookBy, usualTransitMs } from "../../lifecycle/state/due.ts";
import { offersEndingAt } from "../../lifecycle/state/looking.ts";
import { holds, never, notBefore, type Rule, type Situation } from "./situation.ts";

/** Shipments that no carrier has yet. */

/** How many reasons an item keeps. */
const refusalsMax = 10;
/** A round stores its end a moment after its deadline. */
const roundEndMs = 1_000;

function openQuotes({ quotes, now }: Situation): Quote[] {
  return quotes.filter((quote) => statusAt(quote, now) === "open");
}

/** What the fastest carrier said it takes from door to door, else what it usually takes. */
function transitMs({ shipment, quotes }: Situation): number {
  const rides = quotes.flatMap(({ estimatedPickupAt: from, estimatedDeliveryAt: to }) =>
    from == null || to == null ? [] : [to - from],
  );
  return rides.length > 0 ? Math.min(...rides) : usualTransitMs(shipment.distanceMeters ?? null);
}

/** When it is too late to find a carrier: it expires, or its windows cannot be kept any more. */
function tooLateAt(situation: Situation): number {
  return bookBy(situation.shipment, transitMs(situation));
}

const noOffer: Rule = (situation) => {
  const { shipment, round, quotes, now } = situation;
  const lateAt = tooLateAt(situation);
  const harmAt = lateAt === Number.POSITIVE_INFINITY ? now : lateAt;
  if (shipment.status === "created" && round) {
    if (round.state === "running") return notBefore(Math.max(round.deadlineAt, now) + roundEndMs);
    const refusals = round.unavailable
      .slice(0, refusalsMax)
      .map(({ carrier, message }) => ({ carrier: carrier?.name ?? null, message }));
    return holds(round.startedAt, harmAt, { refusals });
  }
  if (shipment.status !== "quoted") return never;
  const open = openQuotes(situation);
  if (open.length > 0) return notBefore(Math.max(...open.map(({ expiresAt }) => expiresAt)));
  const lastExpiresAt = Math.max(shipment.updatedAt, ...quotes.map(({ expiresAt }) => expiresAt));
  return holds(Math.min(now, lastExpiresAt), harmAt, { offers: quotes.length });
};

const offersEnding: Rule = (situation) => {
  const open = openQuotes(situation);
  const [first, ...others] = open;
  if (situation.shipment.status !== "quoted" || !first) return never;
  const last = others.reduce((one, other) => (other.expiresAt > one.expiresAt ? other : one), first);
  const since = offersEndingAt(last.expiresAt, last.createdAt);
  if (situation.now < since) return notBefore(since);
  const harmAt = Math.min(last.expiresAt, tooLateAt(situation));
  return holds(since, harmAt, { offers: open.length, endsAt: last.expiresAt }, last.expiresAt);
};

export const offerRules = { no_offer: noOffer, offers_ending: offersEnding };
