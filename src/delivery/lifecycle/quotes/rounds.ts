import type { Writing } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { markChanged } from "../../../messaging/events/watch.ts";
import type { Carrier } from "../../carriers/carrier.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { admitsAsk } from "../../carriers/health.ts";
import { takesJobsOf } from "../../carriers/service.ts";
import type { CarrierIdentity } from "../../model/model.ts";
import { isAwaitingPlace, waitForPlace } from "../places/queue.ts";
import { findShipment } from "../state/reading.ts";
import type { ShipmentRow } from "../state/rows.ts";
import {
  answerTime,
  askedCarriers,
  circuitOpen,
  noCarriers,
  type Refusal,
  streetMissing,
  unprovable,
} from "./ask.ts";
import { askStore } from "./ask-store.ts";
import { callOffAsks, queueAsk } from "./queue.ts";
import { type Quote, statusAt, type Unavailable } from "./quote.ts";
import { type QuotePlace, quoteStore, type RoundRow } from "./store.ts";

/**
 * Rounds of quotes. The transaction that needs quotes writes a round, and an ask for each carrier, as rows; so a crash
 * loses nothing. `asking.ts` asks the carriers, `answers.ts` stores what they answer.
 */

/**
 * Starts a round. It withdraws open quotes of older rounds; late answers to those are dropped. A round without anybody to
 * ask is complete at once.
 */
export function startRound(writing: DeliveryWriting, shipment: ShipmentRow): void {
  const last = quoteStore(writing.tx).lastRound(shipment.id);
  if (last) closeQuoting(writing, shipment.id);
  insertRound(writing, shipment, (last?.number ?? 0) + 1);
}

/** Starts the first round of quotes, of a new shipment. */
export function startFirstRound(writing: DeliveryWriting, shipment: ShipmentRow): void {
  insertRound(writing, shipment, 1);
}

function insertRound(writing: DeliveryWriting, shipment: ShipmentRow, number: number): void {
  const { deps, tx, environment, now } = writing;
  const quotes = quoteStore(tx);
  const deadlineAt = now + deps.config.quotingDeadlineSeconds * 1000;
  const carriers = askedCarriers(deps.carriers(environment, shipment.accountId), shipment);
  const unavailable: Unavailable[] = [];
  const asked: CarrierIdentity[] = [];
  for (const carrier of carriers) {
    const refusal = refusalOf(writing, carrier, shipment);
    if (refusal === undefined) asked.push(carrier.identity);
    else unavailable.push({ carrier: carrier.identity, code: refusal.code, message: refusal.message });
  }
  quotes.insertRound({
    shipmentId: shipment.id,
    number,
    state: asked.length > 0 ? "running" : "complete",
    unavailable: carriers.length > 0 ? unavailable : [noCarriers(shipment)],
    startedAt: now,
    deadlineAt,
  });
  const isAwaitingPlaces = asked.length > 0 && isAwaitingPlace(writing, shipment.id);
  for (const carrier of asked) {
    const ask = { shipmentId: shipment.id, round: number, carrier };
    const answersAt = answerTime(shipment, carrier, { now, deadlineAt });
    askStore(tx).insert({ ...ask, carrierId: carrier.id, answersAt: answersAt ?? null });
    if (answersAt !== undefined) continue;
    if (!isAwaitingPlaces) writing.afterCommit(() => queueAsk(deps, environment, { ...ask, deadlineAt }));
  }
  if (isAwaitingPlaces) {
    writing.afterCommit(() => void queueWithPlaces(writing, { shipmentId: shipment.id, number, deadlineAt }));
  }
}

/** Queues the asks of a round when its places are known, or take too long. The round may be over by then. */
async function queueWithPlaces(
  { deps, environment }: Writing,
  { shipmentId, number, deadlineAt }: Pick<RoundRow, "shipmentId" | "number" | "deadlineAt">,
): Promise<void> {
  await waitForPlace(deps, environment, shipmentId);
  if (deps.stopping.aborted) return;
  const asks = askStore(deps.stores.platform(environment).db).toAsk(shipmentId, number);
  for (const carrier of asks) queueAsk(deps, environment, { shipmentId, round: number, carrier, deadlineAt });
}

/** Why Waybill does not ask a carrier; undefined if it does. */
export function refusalOf(
  { deps, environment }: Pick<Writing, "deps" | "environment">,
  carrier: Carrier,
  { pickup, delivery }: ShipmentRow,
): Refusal | undefined {
  const isArea = [pickup, delivery].some(({ address }) => address.line1 === "" || address.city === "");
  if (isArea && carrier.needsStreets) return streetMissing;
  const refusal = unprovable(carrier, delivery.requirements);
  return refusal ?? (admitsAsk(deps, environment, carrier.identity.id) ? undefined : circuitOpen);
}

/** Withdraws open quotes and ends a running round. */
export function closeQuoting(writing: Writing, shipmentId: string): void {
  const quotes = quoteStore(writing.tx);
  withdrawRound(writing, quotes.lastRound(shipmentId));
  quotes.moveAll(shipmentId, ["open", "declined"], "withdrawn");
}

/** Accepts a quote and declines the others. They reopen if the assignment ends before the pickup. */
export function acceptQuoteRow(writing: Writing, quote: Quote): void {
  const quotes = quoteStore(writing.tx);
  withdrawRound(writing, quotes.lastRound(quote.shipmentId));
  quotes.moveAll(quote.shipmentId, ["open"], "declined");
  quotes.setStatus(quote.id, "accepted");
}

function withdrawRound(writing: Writing, round: RoundRow | undefined): void {
  if (round?.state !== "running") return;
  const { deps, tx, environment } = writing;
  markChanged(round.shipmentId);
  quoteStore(tx).updateRound(round, { state: "withdrawn" });
  askStore(tx).removeOfRound(round.shipmentId, round.number);
  writing.afterCommit(() => callOffAsks(deps, environment, round));
}

/** Whether the quote is open and its carrier still takes the account's jobs. Quotes of a paused carrier close later. */
export function canBeAccepted({ tx, now }: Writing, quote: Quote, accountId: string): boolean {
  return statusAt(quote, now) === "open" && takesJobsOf(tx, quote.carrier.id, accountId);
}

/**
 * Withdraws the quote of a failed assignment and reopens the others. `mayBeBooked`: the carrier may have booked it, so
 * quotes that share the booking end too. @returns whether one can be accepted
 */
export function reopenQuotes(
  writing: DeliveryWriting,
  quoteId: string,
  { accountId, mayBeBooked }: { accountId: string; mayBeBooked: boolean },
): boolean {
  const quotes = quoteStore(writing.tx);
  const quote = quotes.find(quoteId);
  if (!quote) return false;
  quotes.setStatus(quoteId, "withdrawn");
  if (mayBeBooked) withdrawUsedUp(writing, quote);
  quotes.moveAll(quote.shipmentId, ["declined"], "open");
  return quotes
    .ofRound(quote.shipmentId, quote.round)
    .some((candidate) => canBeAccepted(writing, candidate, accountId));
}

function withdrawUsedUp({ deps, tx, environment }: DeliveryWriting, booked: Quote): void {
  const carrier = deps.carrier(environment, booked.carrier.id);
  const { carrierReference: reference } = booked;
  if (!carrier?.sharesBooking || reference === null) return;
  const quotes = quoteStore(tx);
  for (const other of quotes.ofRound(booked.shipmentId, booked.round)) {
    if (other.status !== "declined" || other.carrier.id !== booked.carrier.id) continue;
    if (other.carrierReference === null) continue;
    if (carrier.sharesBooking(reference, other.carrierReference)) quotes.setStatus(other.id, "withdrawn");
  }
}

/**
 * Withdraws a carrier's quotes that are open or would reopen, except those of accounts that `keeps` names. Reads at most
 * `limit` quotes after a place. @returns where to go on; undefined at the end
 */
export function withdrawQuotesOf(
  { tx, now }: Writing,
  carrierId: string,
  keeps: (accountId: string) => boolean,
  { after = { expiresAt: now, id: "" }, limit }: { after: QuotePlace | undefined; limit: number },
): QuotePlace | undefined {
  const quotes = quoteStore(tx);
  const found = quotes.openOfCarrier(carrierId, after, limit);
  for (const { id, shipmentId } of found) {
    const shipment = findShipment(tx, shipmentId);
    if (shipment && !keeps(shipment.accountId)) quotes.setStatus(id, "withdrawn");
  }
  return found.length === limit ? found.at(-1) : undefined;
}

/** @throws AppError `not_found`, also for another shipment's quote */
export function quoteOfShipment({ tx }: Writing, shipmentId: string, quoteId: string): Quote {
  const quote = quoteStore(tx).find(quoteId);
  if (quote?.shipmentId !== shipmentId) {
    throw new AppError("not_found", { detail: "The shipment has no quote with this id. List its quotes." });
  }
  return quote;
}
