import type { Writing } from "../../../infra/deps.ts";
import { markChanged } from "../../../messaging/events/watch.ts";
import type { Offer } from "../../carriers/carrier.ts";
import { type Margin, pricedLines, sumOf } from "../../carriers/margin.ts";
import { marginOf } from "../../carriers/service.ts";
import type { CarrierIdentity } from "../../model/model.ts";
import { recordQuotes } from "../quoting.ts";
import { findShipment } from "../state/reading.ts";
import type { ShipmentRow } from "../state/rows.ts";
import { type Answer, noCarriers, unavailableIn } from "./ask.ts";
import { askStore } from "./ask-store.ts";
import type { Quote, Unavailable } from "./quote.ts";
import { quoteStore, type RoundRow } from "./store.ts";

/** What carriers answered, in the caller's transaction. The last answer completes the round. */

/** A round by its key. */
type RoundKey = Pick<RoundRow, "shipmentId" | "number">;

/** Stores answers whose ask is still open; the others come too late and change nothing. */
export function storeAnswers(writing: Writing, key: RoundKey, answers: readonly Answer[]): void {
  const { deps, tx, now } = writing;
  const [quotes, asks] = [quoteStore(tx), askStore(tx)];
  const round = quotes.findRound(key.shipmentId, key.number);
  if (round?.state !== "running") return;
  const unavailable: Unavailable[] = [...round.unavailable];
  for (const { carrier, answer } of answers) {
    if (!asks.remove(key.shipmentId, key.number, carrier.id)) continue;
    unavailable.push(...unavailableIn({ carrier, answer }));
    if (answer.kind === "unavailable") continue;
    const margin = marginOf(tx, carrier.id);
    const lifetimeMs = deps.config.quoteLifetimeSeconds * 1000;
    for (const offer of answer.offers) {
      quotes.insert(toQuote(deps.ids.make("qte"), key, { carrier, margin }, offer, { now, lifetimeMs }));
    }
  }
  const open = asks.answerTimes(key.shipmentId, key.number);
  // Whoever waits is told when nobody is being asked any more.
  if (!open.includes(null)) markChanged(key.shipmentId);
  if (open.length === 0) {
    completeRound(writing, { ...round, unavailable });
  } else if (unavailable.length > round.unavailable.length) {
    quotes.updateRound(round, { unavailable });
  }
}

function completeRound(writing: Writing, round: RoundRow): void {
  const quotes = quoteStore(writing.tx);
  const { shipmentId, number } = round;
  const offers = quotes.countOfRound(shipmentId, number);
  const nobody = offers.total === 0 && round.unavailable.length === 0;
  const shipment = offers.total > 0 || nobody ? findShipment(writing.tx, shipmentId) : undefined;
  quotes.updateRound(round, {
    state: "complete",
    unavailable: nobody ? [noCarriers(shipment ?? {})] : round.unavailable,
  });
  if (shipment && !nobody) recordQuotes(writing, shipment, offers);
}

/** One of the quotes is about to be accepted before all carriers have answered. */
export function markQuoted(writing: Writing, shipment: ShipmentRow, message?: string): ShipmentRow {
  const quotes = quoteStore(writing.tx);
  const round = quotes.lastRound(shipment.id);
  return recordQuotes(writing, shipment, quotes.countOfRound(shipment.id, round?.number ?? 0), message);
}

/** A price that people agreed on, as a quote of the newest round, which is about to be accepted. */
export function insertAgreedQuote(
  { deps, tx, now }: Writing,
  { id: shipmentId }: Pick<ShipmentRow, "id">,
  carrier: CarrierIdentity,
  offer: Offer,
): Quote {
  const quotes = quoteStore(tx);
  const key = { shipmentId, number: quotes.lastRound(shipmentId)?.number ?? 1 };
  const lifetimeMs = deps.config.quoteLifetimeSeconds * 1000;
  const quote = toQuote(deps.ids.make("qte"), key, { carrier, margin: null }, offer, { now, lifetimeMs });
  quotes.insert(quote);
  return quote;
}

/** An offer as an open quote of a round, with the margin that its carrier has now. */
export function toQuote(
  id: string,
  round: RoundKey,
  { carrier, margin }: { carrier: CarrierIdentity; margin: Margin | null },
  offer: Offer,
  { now, lifetimeMs }: { now: number; lifetimeMs: number },
): Quote {
  const priceBreakdown = pricedLines(margin, offer.priceLines, offer.currency);
  return {
    id,
    shipmentId: round.shipmentId,
    round: round.number,
    status: "open",
    carrier,
    service: offer.service,
    amount: sumOf(priceBreakdown),
    cost: sumOf(offer.priceLines),
    currency: offer.currency,
    priceBreakdown,
    carrierReference: offer.reference ?? null,
    estimatedPickupAt: offer.estimatedPickupAt,
    estimatedDeliveryAt: offer.estimatedDeliveryAt,
    estimatedDeliveryDate: offer.estimatedDeliveryAt === null ? (offer.estimatedDeliveryDate ?? null) : null,
    basis: offer.basis ?? null,
    cancellationSteps: offer.cancellation ?? null,
    endTerms: offer.endTerms ?? null,
    expiresAt: offer.expiresAt ?? now + lifetimeMs,
    createdAt: now,
  };
}
