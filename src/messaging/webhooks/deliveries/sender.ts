import { isStorageFull } from "../../../access/limits/storage.ts";
import { countOutcome, countWebhookAttempt } from "../../../access/usage/counting.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { linkTokens } from "../../../infra/stored-links.ts";
import { matches } from "../../events/event.ts";
import { isEventRedacted } from "../../events/redaction.ts";
import { isOpen } from "../endpoints/endpoint.ts";
import { isDropped } from "../endpoints/faults.ts";
import { type EndpointRow, webhookStore } from "../endpoints/store.ts";
import { saveMessage } from "../inbox/service.ts";
import { type DeliveryOutcome, type DeliveryStatus, nextAttemptAt, scheduleOf } from "./delivery.ts";
import { createMask, deliveryHeaders, loggedResponseHeaders, maskedHeaders } from "./headers.ts";
import { recordOutcome } from "./health.ts";
import { enforceOrder, isFirst } from "./ordering.ts";
import { post } from "./posting.ts";
import { type AttemptRow, type DeliveryRow, deliveryStore } from "./store.ts";
import {
  askedWaitMs,
  dropped,
  errorOf,
  healthOf,
  kept,
  type Result,
  type Verdict,
  verdictOf,
} from "./verdict.ts";

const recordRetryMs = 1_000;

/**
 * Makes one attempt at a delivery and records its result. The endpoint's rows as they are now apply. It calls
 * `answered` as soon as the response is in, before it is recorded.
 */
export async function attemptDelivery(
  deps: Deps,
  environment: Environment,
  id: string,
  answered: (succeeded: boolean) => void,
): Promise<void> {
  const db = deps.stores.platform(environment).db;
  const found = deliveryStore(db).find(id);
  const endpoint = found && webhookStore(db).findById(found.delivery.webhookId);
  if (!found || !endpoint || !isOpen(endpoint) || !isDue(found.delivery, deps.clock.now())) return;
  if (!isWanted(endpoint, found.delivery) || !isFirst(deps, environment, endpoint, found.delivery)) {
    const isStillDue = await skipDelivery(deps, environment, id);
    return isStillDue ? attemptDelivery(deps, environment, id, answered) : undefined;
  }

  const startedAt = deps.clock.now();
  const body = deps.links.show(db, endpoint.accountId, found.body);
  const headers = deliveryHeaders(deps, found.delivery.eventId, startedAt, body, endpoint);
  const result = isDropped(endpoint.faults, found.delivery.attemptCount)
    ? dropped
    : await post(deps, environment, endpoint.url, headers, body);
  answered(errorOf(result) === null || result === dropped);
  if (result.kind === "error" && "detail" in result) {
    deps.log.info({ id, detail: result.detail }, "Webhook destination refused");
  }
  await recordWithRetry(deps, environment, id, {
    url: endpoint.url,
    startedAt,
    headers: maskedHeaders(headers, endpoint),
    mask: createMask([
      ...Object.keys(endpoint.headers).map((name) => headers[name] ?? ""),
      ...linkTokens(body),
    ]),
    result,
  });
}

/** Whether the endpoint still subscribes to it, or somebody asked for this delivery. */
function isWanted({ events }: EndpointRow, { isAsked, eventType }: DeliveryRow): boolean {
  return isAsked || matches(events, eventType);
}

/**
 * Discards or holds a delivery that came up but must not be sent now, by the rows inside the transaction.
 * @returns true if it may be sent after all
 */
function skipDelivery(deps: Deps, environment: Environment, id: string): Promise<boolean> {
  return write<boolean>(deps, environment, (writing) => {
    const deliveries = deliveryStore(writing.tx);
    const delivery = deliveries.findRow(id);
    const endpoint = delivery && webhookStore(writing.tx).findById(delivery.webhookId);
    if (delivery?.status !== "pending" || !endpoint) return false;
    if (!isWanted(endpoint, delivery)) deliveries.change(id, { status: "discarded", dueAt: null });
    enforceOrder(writing, endpoint, delivery.shipmentId);
    const after = deliveries.findRow(id);
    return after !== undefined && isOpen(endpoint) && isDue(after, writing.now);
  });
}

/** A delivery that waits for an earlier one has no due time. */
function isDue({ status, dueAt }: DeliveryRow, now: number): boolean {
  return status === "pending" && dueAt !== null && dueAt <= now;
}

/** Retries the write until it works: sending again would make a second attempt. */
async function recordWithRetry(
  deps: Deps,
  environment: Environment,
  id: string,
  attempt: Attempt,
): Promise<void> {
  for (;;) {
    try {
      return await recordAttempt(deps, environment, id, attempt);
    } catch (error) {
      if (deps.stopping.aborted) throw error;
      deps.log.error(
        { err: error, id, wait_ms: recordRetryMs },
        "Recording a delivery attempt failed; will retry",
      );
      await Bun.sleep(recordRetryMs);
    }
  }
}

interface Attempt {
  url: string;
  startedAt: number;
  headers: Record<string, string>;
  /** Masks the endpoint's own headers, and tracking links, in what a receiver echoed. */
  mask: (text: string) => string;
  result: Result;
}

/** Writes the attempt, the delivery's next state and the endpoint's health in one transaction. */
function recordAttempt(deps: Deps, environment: Environment, id: string, attempt: Attempt): Promise<void> {
  return write(deps, environment, (writing) => {
    const deliveries = deliveryStore(writing.tx);
    const delivery = deliveries.findRow(id);
    const endpoint = delivery && webhookStore(writing.tx).findById(delivery.webhookId);
    // Removed while the request was running.
    if (!delivery || !endpoint) return;

    const number = delivery.attemptCount + 1;
    const roundAttempts = delivery.roundAttempts + 1;
    // A server that the endpoint has left speaks for this delivery, and not for the endpoint.
    const isOfEndpoint = attempt.url === endpoint.url;
    const judged = verdictOf(attempt.result);
    const verdict = { ...judged, disables: judged.disables && isOfEndpoint };
    const nextAt =
      verdict.isFinal || verdict.disables ? null : retryAt(writing, attempt.result, roundAttempts);
    const next = stateAfter(verdict, nextAt, delivery);
    deliveries.insertAttempt({
      ...attemptRow(attempt, nextAt === null ? null : next.dueAt),
      // Deliveries go on when storage is full or the event was redacted, but the receiver's responses are not kept.
      ...((isStorageFull(writing, endpoint.accountId) || isEventRedacted(writing.tx, delivery.eventId)) && {
        responseHeaders: null,
        responseBody: null,
      }),
      deliveryId: id,
      number,
    });
    deliveries.change(id, {
      ...next,
      attemptCount: number,
      roundAttempts,
      deliveredAt: verdict.succeeded ? writing.now : null,
    });
    if (attempt.result === kept) keepInInbox(writing, delivery, endpoint, number, attempt);
    enforceOrder(writing, endpoint, delivery.shipmentId);
    if (next.status === "failed") countDelivery(writing, endpoint.accountId, "failed");
    if (attempt.result === dropped) return;
    if (isOfEndpoint) recordOutcome(writing, endpoint, healthOf(verdict));
    countDelivery(writing, endpoint.accountId, verdict.succeeded ? "delivered" : "failed_attempts");
    countWebhookAttempt(writing, {
      webhookId: endpoint.id,
      result: errorOf(attempt.result) ?? "success",
      durationMs: attempt.result.durationMs,
    });
  });
}

function keepInInbox(
  writing: Writing,
  { id: deliveryId, eventId, eventType: type, shipmentId }: DeliveryRow,
  { id: webhookId, accountId }: EndpointRow,
  attempt: number,
  { headers, startedAt: at }: Attempt,
): void {
  saveMessage(writing, { accountId, webhookId, deliveryId, attempt, eventId, type, shipmentId, headers, at });
}

function countDelivery(writing: Writing, accountId: string, outcome: DeliveryOutcome): void {
  countOutcome(writing, accountId, "delivery", outcome);
  const { deps, environment } = writing;
  writing.afterCommit(() => deps.meter?.delivery(environment, outcome));
}

function attemptRow(
  { url, startedAt, headers, mask, result }: Attempt,
  nextAttemptAt: number | null,
): Omit<AttemptRow, "deliveryId" | "number"> {
  const response = result.kind === "response" ? result : undefined;
  return {
    url,
    startedAt,
    durationMs: Math.round(result.durationMs),
    requestHeaders: headers,
    responseStatus: response?.status ?? null,
    responseHeaders: response ? loggedResponseHeaders(response.headers, mask) : null,
    responseBody: response ? mask(response.body) : null,
    error: errorOf(result),
    message: result.kind === "error" ? result.message : null,
    nextAttemptAt,
  };
}

/** A failed delivery keeps its state if its endpoint was disabled meanwhile. */
function stateAfter(
  { succeeded, isFinal, disables }: Verdict,
  nextAt: number | null,
  { status, dueAt }: DeliveryRow,
): { status: DeliveryStatus; dueAt: number | null } {
  if (succeeded) return { status: "delivered", dueAt: null };
  if (status === "discarded") return { status, dueAt };
  if (isFinal || (nextAt === null && !disables)) return { status: "failed", dueAt: null };
  return { status, dueAt: status === "pending" ? (nextAt ?? dueAt) : dueAt };
}

function retryAt({ deps, environment, now }: Writing, result: Result, roundAttempts: number): number | null {
  const failure = {
    error: errorOf(result) ?? "status",
    status: result.kind === "response" ? result.status : null,
    // A receiver names a real time, whatever time the account's clock shows.
    retryAfterMs: askedWaitMs(result, deps.realClock.now()),
  };
  const schedule = scheduleOf(environment, deps.config.webhookSchedule);
  return nextAttemptAt(schedule, roundAttempts, failure, now, deps.ids.integer(1000) / 1000);
}
