import type { AccountEnvironment } from "../../../access/model.ts";
import type { Db } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { saveAnswer, writeOnce } from "../../../infra/idempotency/service.ts";
import { comesByItself } from "../../../infra/own-time.ts";
import { waitForChange } from "../../../messaging/events/waiting.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { startNewRound } from "../quoting.ts";
import { getShipmentRecord } from "../state/reading.ts";
import { askStore } from "./ask-store.ts";
import { labelsOf, type Quote, ranked } from "./quote.ts";
import type { QuotesAnswer, QuoteView, RequestQuotes } from "./schema.ts";
import { quoteStore, type RoundRow } from "./store.ts";
import { toQuoteView } from "./view.ts";

/**
 * The quotes of the newest round, cheapest first. Waits for a running round, at most `waitSeconds`.
 * @throws AppError `not_found`
 */
export async function getQuotes(
  deps: Deps,
  caller: Caller,
  shipmentId: string,
  waitSeconds: number,
): Promise<QuotesAnswer> {
  const { shipment } = getShipmentRecord(deps, caller, shipmentId);
  await waitForRound(deps, caller, shipmentId, waitSeconds * 1000);
  const quotes = quoteStore(deps.stores.platform(caller.environment).db);
  const round = quotes.lastRound(shipmentId);
  if (!round) return { data: [], unavailable: [], status: "complete" };
  const offers = ranked(quotes.ofRound(shipmentId, round.number), "cheapest", shipment);
  const labels = labelsOf(offers, shipment);
  const some = offers.length > 0 || round.unavailable.length > 0;
  return {
    data: offers.map((quote) =>
      toQuoteView(quote, caller.environment, labels.get(quote.id) ?? [], deps.clock.now()),
    ),
    unavailable: round.unavailable,
    status: round.state !== "running" ? "complete" : some ? "partial" : "pending",
  };
}

/**
 * Waits until the newest round ends, at most `waitMs`, or until the server stops. While the sandbox's clock stands still,
 * it waits for no carrier that answers later.
 */
export async function waitForRound(
  deps: Deps,
  caller: AccountEnvironment,
  shipmentId: string,
  waitMs: number,
): Promise<void> {
  const store = deps.stores.platform(caller.environment);
  const isOver = () => {
    const round = quoteStore(store.db).lastRound(shipmentId);
    if (round?.state !== "running") return true;
    const times = askStore(store.db).answerTimes(shipmentId, round.number);
    return times.every((at) => at !== null && !comesByItself(deps, caller, at));
  };
  if (isOver()) return;
  await waitForChange(store, shipmentId, { isTrue: isOver, timeoutMs: waitMs, stopping: deps.stopping });
}

/** Whether carriers of the newest round have not answered yet. */
export function isRoundRunning(db: Db, shipmentId: string): boolean {
  return quoteStore(db).lastRound(shipmentId)?.state === "running";
}

/**
 * Asks the carriers again, or others from now on. An expired shipment starts over.
 * @throws AppError `not_found`, `transition_not_allowed`, `storage_quota_exceeded`
 */
export async function requestQuotes(
  deps: DeliveryDeps,
  caller: Caller,
  shipmentId: string,
  waitSeconds: number,
  input: RequestQuotes,
): Promise<QuotesAnswer> {
  await writeOnce(deps, caller, (writing) => startNewRound(writing, caller, shipmentId, input ?? {}), {
    isFinal: false,
  });
  return saveAnswer(deps, caller, await getQuotes(deps, caller, shipmentId, waitSeconds));
}

export function quotesOfLastRound(db: Db, shipmentId: string): Quote[] {
  return quotingOf(db, shipmentId).quotes;
}

/** The quotes of all rounds, oldest round first. */
export function allQuotesOf(deps: Deps, { environment }: Caller, shipmentId: string): QuoteView[] {
  const quotes = quoteStore(deps.stores.platform(environment).db);
  return quotes
    .rounds(shipmentId)
    .flatMap(({ number }) => quotes.ofRound(shipmentId, number))
    .map((quote) => toQuoteView(quote, environment, [], deps.clock.now()));
}

/** The newest round of a shipment, and its quotes. */
export function quotingOf(db: Db, shipmentId: string): { round: RoundRow | undefined; quotes: Quote[] } {
  const round = quoteStore(db).lastRound(shipmentId);
  return { round, quotes: round ? quoteStore(db).ofRound(shipmentId, round.number) : [] };
}

/** The carrier's own name for an offer. */
export function offerReferenceOf(deps: Deps, environment: Environment, quoteId: string): string | null {
  return quoteStore(deps.stores.platform(environment).db).find(quoteId)?.carrierReference ?? null;
}
