import { type Deps, type Writing, write } from "../deps.ts";
import type { Environment } from "../environment.ts";
import { countDelivery, countWebhookAttempt } from "../usage/counting.ts";
import { isDropped } from "../webhooks/faults.ts";
import { keptAnswerHeaders } from "../webhooks/headers.ts";
import { recordOutcome } from "../webhooks/health.ts";
import { deliveryHeaders, keptHeaders } from "../webhooks/signing.ts";
import { webhookStore } from "../webhooks/store.ts";
import type { SendResult } from "../webhooks/transport.ts";
import { isOpen } from "../webhooks/webhook.ts";
import {
  type AttemptError,
  type DeliveryStatus,
  nextAttemptAt,
  parseRetryAfter,
  scheduleOf,
} from "./delivery.ts";
import { isFirst, keepOrder } from "./ordering.ts";
import { type AttemptRow, type DeliveryRow, deliveryStore } from "./store.ts";

const timeoutMs = 15_000;
const recordAgainMs = 1_000;
const countedPerWebhookMax = 100;

/**
 * One attempt at a delivery, from reading its rows to writing what came of it. What the endpoint's rows say now
 * holds; `answered` is told as soon as the answer is in, before that is recorded.
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
  if (!isFirst(deps, environment, endpoint, found.delivery)) {
    return write(deps, environment, (writing) => keepOrder(writing, endpoint, found.delivery.shipmentId));
  }

  const startedAt = deps.clock.now();
  const headers = deliveryHeaders(deps, found.delivery.eventId, startedAt, found.body, endpoint);
  const result = isDropped(endpoint.faults, found.delivery.attemptCount)
    ? dropped
    : await deps.transport.send({
        url: endpoint.url,
        headers,
        body: Buffer.from(found.body),
        timeoutMs,
        allow: deps.config.webhookAllowCidrs,
        httpAllowed: environment === "sandbox",
      });
  answered(errorOf(result) === null || result === dropped);
  if (result.kind === "error" && "detail" in result) {
    deps.log.info({ id, detail: result.detail }, "A webhook destination was refused");
  }
  const kept = keptHeaders(headers, endpoint);
  await recordSurely(deps, environment, id, { url: endpoint.url, startedAt, headers: kept, result });
}

/** An attempt that fails because the endpoint's owner asked for it: it says nothing of the endpoint. */
const dropped = {
  kind: "error",
  error: "fault",
  message: "Not sent, on purpose: the endpoint's faults drop first attempts.",
  durationMs: 0,
} as const;
type Result = SendResult | typeof dropped;

/** A delivery that waits for the one before has no time. */
function isDue({ status, dueAt }: DeliveryRow, now: number): boolean {
  return status === "pending" && dueAt !== null && dueAt <= now;
}

/** Where the record cannot be written now it is kept until it can: sending again would make a second one. */
async function recordSurely(
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
      deps.log.error({ err: error, id, wait_ms: recordAgainMs }, "an attempt could not be recorded");
      await Bun.sleep(recordAgainMs);
    }
  }
}

interface Attempt {
  url: string;
  startedAt: number;
  headers: Record<string, string>;
  result: Result;
}

/** The attempt, the delivery's next state and the endpoint's health, in one transaction. */
function recordAttempt(deps: Deps, environment: Environment, id: string, attempt: Attempt): Promise<void> {
  return write(deps, environment, (writing) => {
    const deliveries = deliveryStore(writing.tx);
    const delivery = deliveries.findRow(id);
    const endpoint = delivery && webhookStore(writing.tx).findById(delivery.webhookId);
    // Removed while the request was on its way.
    if (!delivery || !endpoint) return;

    const number = delivery.attemptCount + 1;
    const roundAttempts = delivery.roundAttempts + 1;
    const verdict = verdictOf(attempt.result);
    const nextAt = verdict.isFinal ? null : retryAt(writing, attempt.result, roundAttempts);
    const next = stateAfter(verdict, nextAt, delivery);
    deliveries.insertAttempt({ ...attemptRow(attempt, next.dueAt), deliveryId: id, number });
    deliveries.change(id, {
      ...next,
      attemptCount: number,
      roundAttempts,
      deliveredAt: verdict.succeeded ? writing.now : null,
    });
    keepOrder(writing, endpoint, delivery.shipmentId);
    if (attempt.result !== dropped) recordOutcome(writing, endpoint, healthOf(verdict));
    countDelivery(writing, endpoint.accountId, verdict.succeeded ? "delivered" : "failed_attempts");
    if (next.status === "failed") countDelivery(writing, endpoint.accountId, "failed");
    countWebhookAttempt(writing, {
      webhookId: endpoint.id,
      result: errorOf(attempt.result) ?? "success",
      durationMs: attempt.result.durationMs,
    });
  });
}

function attemptRow(
  { url, startedAt, headers, result }: Attempt,
  nextAttemptAt: number | null,
): Omit<AttemptRow, "deliveryId" | "number"> {
  const response = result.kind === "response" ? result : undefined;
  return {
    url,
    startedAt,
    durationMs: Math.round(result.durationMs),
    requestHeaders: headers,
    responseStatus: response?.status ?? null,
    responseHeaders: response ? keptAnswerHeaders(response.headers) : null,
    responseBody: response?.body ?? null,
    error: errorOf(result),
    message: result.kind === "error" ? result.message : null,
    nextAttemptAt,
  };
}

/** A failed delivery that is not pending any more, as its endpoint was disabled meanwhile, stays as it is. */
function stateAfter(
  { succeeded, isFinal }: Verdict,
  nextAt: number | null,
  { status, dueAt }: DeliveryRow,
): { status: DeliveryStatus; dueAt: number | null } {
  if (succeeded) return { status: "delivered", dueAt: null };
  if (isFinal || nextAt === null) return { status: "failed", dueAt: null };
  return status === "pending" ? { status, dueAt: nextAt } : { status, dueAt };
}

function retryAt({ deps, environment, now }: Writing, result: Result, roundAttempts: number): number | null {
  const response = result.kind === "response" ? result : undefined;
  const failure = {
    error: errorOf(result) ?? "status",
    status: response?.status ?? null,
    retryAfterMs: parseRetryAfter(response?.headers["retry-after"], now),
  };
  const schedule = scheduleOf(environment, deps.config.webhookSchedule);
  return nextAttemptAt(schedule, roundAttempts, failure, now, deps.ids.integer(1000) / 1000);
}

function healthOf({ succeeded, disables }: Verdict): "success" | "failure" | "gone" {
  if (disables) return "gone";
  return succeeded ? "success" : "failure";
}

interface Verdict {
  succeeded: boolean;
  /** No further attempt is made. */
  isFinal: boolean;
  /** The endpoint wants nothing any more. */
  disables: boolean;
}

/** 410 Gone ends the endpoint, contract §6; so does `webhook-delivery: disable`, which any answer may carry. */
function verdictOf(result: Result): Verdict {
  const succeeded = errorOf(result) === null;
  const response = result.kind === "response" ? result : undefined;
  const wish = response?.headers["webhook-delivery"]?.trim().toLowerCase();
  const disables = response?.status === 410 || wish === "disable";
  return { succeeded, isFinal: succeeded || disables || wish === "abort-message", disables };
}

/** 2xx is success; a redirect is a failure and is not followed. */
function errorOf(result: Result): AttemptError | null {
  if (result.kind === "error") return result.error;
  if (result.status >= 200 && result.status < 300) return null;
  return result.status >= 300 && result.status < 400 ? "redirect" : "status";
}

/** How many are due now, of each endpoint up to a limit. */
export function countDue(deps: Deps, environment: Environment, now: number): number {
  const deliveries = deliveryStore(deps.stores.platform(environment).db);
  const counts = deliveries
    .webhooksWithDue(now)
    .map(({ id }) => deliveries.dueOf(id, now, countedPerWebhookMax).length);
  return counts.reduce((sum, count) => sum + count, 0);
}

export function nextDeliveryDue(deps: Deps, environment: Environment, now: number): number | undefined {
  return deliveryStore(deps.stores.platform(environment).db).nextDue(now);
}
