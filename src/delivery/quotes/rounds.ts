import { type Deps, type Writing, write } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { callWithTimeout, isTimeout, settlesWithin } from "../../infra/timeout.ts";
import type { Carrier, Offer, QuoteAnswer, QuoteRequest } from "../carriers/carrier.ts";
import { isQuoteAnswer } from "../carriers/schema.ts";
import type { DeliveryDeps, DeliveryWriting } from "../deps.ts";
import { changeShipment } from "../lifecycle/change.ts";
import { findShipment } from "../lifecycle/reading.ts";
import type { ShipmentRow } from "../lifecycle/rows.ts";
import type { CarrierIdentity } from "../model.ts";
import { type Quote, statusAt, type Unavailable } from "./quote.ts";
import { quoteStore, type RoundRow } from "./store.ts";

/**
 * Rounds of quotes. The transaction that needs quotes writes a round as a row, so a crash loses nothing. Waybill asks all
 * carriers at the same time and stores each answer soon after it arrives.
 */

/** How often Waybill stores new answers while it waits for other carriers. */
const gatherMs = 250;

/** Starts a round. It withdraws open quotes of older rounds; late answers to those are dropped. */
export function startRound(writing: DeliveryWriting, shipment: ShipmentRow): void {
  const quotes = quoteStore(writing.tx);
  const last = quotes.lastRound(shipment.id);
  if (last) closeQuoting(writing, shipment.id);
  quotes.insertRound({
    shipmentId: shipment.id,
    number: (last?.number ?? 0) + 1,
    state: "running",
    unavailable: [],
    startedAt: writing.now,
  });
}

/** Withdraws open quotes and ends a running round. */
export function closeQuoting({ tx }: Writing, shipmentId: string): void {
  const quotes = quoteStore(tx);
  const round = quotes.lastRound(shipmentId);
  if (round?.state === "running") quotes.updateRound(round, { state: "withdrawn" });
  quotes.moveAll(shipmentId, ["open", "declined"], "withdrawn");
}

/** Accepts a quote and declines the others. They reopen if the assignment ends before the pickup. */
export function acceptQuoteRow({ tx }: Writing, quote: Quote): void {
  const quotes = quoteStore(tx);
  const round = quotes.lastRound(quote.shipmentId);
  if (round?.state === "running") quotes.updateRound(round, { state: "withdrawn" });
  quotes.moveAll(quote.shipmentId, ["open"], "declined");
  quotes.setStatus(quote.id, "accepted");
}

/** Withdraws the quote of a failed assignment and reopens the others. @returns whether one can be accepted */
export function reopenQuotes({ tx, now }: Writing, quoteId: string): boolean {
  const quotes = quoteStore(tx);
  const quote = quotes.find(quoteId);
  if (!quote) return false;
  quotes.setStatus(quoteId, "withdrawn");
  quotes.moveAll(quote.shipmentId, ["declined"], "open");
  return quotes
    .ofRound(quote.shipmentId, quote.round)
    .some((candidate) => statusAt(candidate, now) === "open");
}

/** The running rounds, as `<shipment id>:<number>`. */
export function runningRounds(deps: Deps, environment: Environment, limit: number): string[] {
  const rounds = quoteStore(deps.stores.platform(environment).db).runningRounds(limit);
  return rounds.map((round) => `${round.shipmentId}:${round.number}`);
}

/** Asks every carrier that has not answered the round yet, until all have answered or the time is up. */
export async function runRound(deps: DeliveryDeps, environment: Environment, key: string): Promise<void> {
  const [shipmentId = "", number] = key.split(":");
  const db = deps.stores.platform(environment).db;
  const round = quoteStore(db).findRound(shipmentId, Number(number));
  const shipment = findShipment(db, shipmentId);
  if (round?.state !== "running" || !shipment) return;

  const answered = new Set([
    ...quoteStore(db)
      .ofRound(shipmentId, round.number)
      .map((quote) => quote.carrier.id),
    ...round.unavailable.map((entry) => entry.carrier?.id),
  ]);
  const asked = deps
    .carriers(environment, shipment.accountId)
    .filter((carrier) => !answered.has(carrier.identity.id));
  const request = toRequest(shipment, round.number, deps.clock.now());
  const over = new AbortController();
  const answers: Answer[] = [];
  const asking = Promise.all(
    asked.map(async (carrier) => {
      answers.push({
        carrier: carrier.identity,
        answer: await askCarrier(deps, carrier, request, over.signal),
      });
    }),
  );
  try {
    for (;;) {
      const all = await settlesWithin(gatherMs, asking);
      // The next start asks the other carriers. Until then they have neither refused nor timed out.
      if (deps.stopping.aborted) return;
      if (all) break;
      const early = answers.splice(0);
      const wanted = await write(deps, environment, (writing) => storeAnswers(writing, round, early));
      if (!wanted) return;
    }
    await write(deps, environment, (writing) => completeRound(writing, round, answers));
  } finally {
    over.abort();
  }
}

interface Answer {
  carrier: CarrierIdentity;
  answer: QuoteAnswer;
}

/** The carrier's answer, or why it gave none within the deadline. Never throws. */
async function askCarrier(
  deps: Deps,
  carrier: Carrier,
  request: QuoteRequest,
  over: AbortSignal,
): Promise<QuoteAnswer> {
  const deadlineSeconds = deps.config.quotingDeadlineSeconds;
  const late: QuoteAnswer = {
    kind: "unavailable",
    code: "carrier_timeout",
    message: `The carrier did not answer within ${deadlineSeconds} seconds.`,
  };
  try {
    const quote = (signal: AbortSignal) => carrier.quote(request, signal);
    const answer = await callWithTimeout(deadlineSeconds * 1000, quote, over);
    if (!isQuoteAnswer(answer)) throw new Error("the carrier's answer does not fit the port");
    return answer;
  } catch (error) {
    if (over.aborted || isTimeout(error)) return late;
    deps.log.warn({ err: error, carrier: carrier.identity.code }, "Carrier failed to quote");
    return { kind: "unavailable", code: "carrier_error", message: "The carrier's API returned an error." };
  }
}

/** Stores answers to a round that still runs. @returns the round as it is now; undefined if it no longer runs */
function storeAnswers(writing: Writing, round: RoundRow, answers: readonly Answer[]): RoundRow | undefined {
  const { deps, tx, now } = writing;
  const quotes = quoteStore(tx);
  const current = quotes.lastRound(round.shipmentId);
  if (current?.number !== round.number || current.state !== "running") return undefined;
  const unavailable = [...current.unavailable];
  for (const { carrier, answer } of answers) {
    if (answer.kind === "unavailable") {
      unavailable.push({ carrier, code: answer.code, message: answer.message });
      continue;
    }
    for (const offer of answer.offers) {
      quotes.insert(
        toQuote(deps.ids.make("qte"), round, carrier, offer, now, deps.config.quoteLifetimeSeconds * 1000),
      );
    }
  }
  if (answers.length > 0) quotes.updateRound(current, { unavailable });
  return { ...current, unavailable };
}

function completeRound(writing: Writing, round: RoundRow, answers: readonly Answer[]): void {
  const stored = storeAnswers(writing, round, answers);
  if (!stored) return;
  const quotes = quoteStore(writing.tx);
  const offers = quotes.ofRound(round.shipmentId, round.number);
  const nobody = offers.length === 0 && stored.unavailable.length === 0;
  quotes.updateRound(stored, {
    state: "complete",
    unavailable: nobody ? [noCarriers] : stored.unavailable,
  });
  if (offers.length === 0) return;
  const shipment = findShipment(writing.tx, round.shipmentId);
  if (!shipment) return;
  changeShipment(writing, shipment, {
    by: "system",
    status: "quoted",
    message: offers.length === 1 ? "One quote received." : `${offers.length} quotes received.`,
  });
}

const noCarriers: Unavailable = {
  carrier: null,
  code: "no_carriers_configured",
  message: "No carrier is available in this environment.",
};

function toRequest(shipment: ShipmentRow, round: number, now: number): QuoteRequest {
  return {
    shipmentId: shipment.id,
    round,
    pickup: shipment.pickup,
    delivery: shipment.delivery,
    parcels: shipment.parcels,
    distanceMeters: shipment.distanceMeters,
    simulation: shipment.simulation,
    now,
  };
}

function toQuote(
  id: string,
  round: RoundRow,
  carrier: CarrierIdentity,
  offer: Offer,
  now: number,
  lifetimeMs: number,
): Quote {
  return {
    id,
    shipmentId: round.shipmentId,
    round: round.number,
    status: "open",
    carrier,
    service: offer.service,
    amount: offer.priceLines.reduce((sum, line) => sum + line.amount, 0),
    currency: offer.currency,
    priceBreakdown: offer.priceLines,
    carrierReference: offer.reference ?? null,
    estimatedPickupAt: offer.estimatedPickupAt,
    estimatedDeliveryAt: offer.estimatedDeliveryAt,
    basis: offer.basis ?? null,
    cancellationSteps: offer.cancellation ?? null,
    expiresAt: offer.expiresAt ?? now + lifetimeMs,
    createdAt: now,
  };
}
