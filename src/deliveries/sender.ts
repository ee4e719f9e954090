import { Webhook } from "standardwebhooks";
import { type Deps, type Writing, write } from "../deps.ts";
import type { Environment } from "../environment.ts";
import { countDelivery } from "../usage/counting.ts";
import { recordOutcome } from "../webhooks/health.ts";
import { type EndpointRow, webhookStore } from "../webhooks/store.ts";
import type { SendResult } from "../webhooks/transport.ts";
import { liveSecrets } from "../webhooks/webhook.ts";
import {
  type AttemptError,
  type DeliveryStatus,
  nextAttemptAt,
  parseRetryAfter,
  scheduleOf,
} from "./delivery.ts";
import { type AttemptRow, deliveryStore } from "./store.ts";

const timeoutMs = 15_000;

/** One attempt at a delivery, from reading its row to writing what came of it. */
export async function attemptDelivery(deps: Deps, environment: Environment, id: string): Promise<void> {
  const db = deps.stores.platform(environment).db;
  const found = deliveryStore(db).find(id);
  const endpoint = found && webhookStore(db).findById(found.delivery.webhookId);
  if (!found || !endpoint || found.delivery.status !== "pending") return;

  const startedAt = deps.clock.now();
  const headers = signedHeaders(found.delivery.eventId, startedAt, found.body, endpoint);
  const result = await deps.transport.send({
    url: endpoint.url,
    headers,
    body: Buffer.from(found.body),
    timeoutMs,
    allow: deps.config.webhookAllowCidrs,
    httpAllowed: environment === "sandbox",
  });
  await recordAttempt(deps, environment, id, { url: endpoint.url, startedAt, headers, result });
}

/** The headers of Standard Webhooks 1.0: one signature for each live secret, newest first. */
function signedHeaders(
  eventId: string,
  at: number,
  body: string,
  endpoint: EndpointRow,
): Record<string, string> {
  const signatures = liveSecrets(endpoint.secrets, at).map(({ secret }) =>
    new Webhook(secret).sign(eventId, new Date(at), body),
  );
  return {
    "content-type": "application/json",
    "user-agent": "Waybill-Webhooks/1",
    "webhook-id": eventId,
    "webhook-timestamp": String(Math.floor(at / 1000)),
    "webhook-signature": signatures.join(" "),
  };
}

interface Attempt {
  url: string;
  startedAt: number;
  headers: Record<string, string>;
  result: SendResult;
}

/** The attempt, the delivery's next state and the endpoint's health, in one transaction. */
function recordAttempt(deps: Deps, environment: Environment, id: string, attempt: Attempt): Promise<void> {
  return write(deps, environment, (writing) => {
    const deliveries = deliveryStore(writing.tx);
    const delivery = deliveries.find(id)?.delivery;
    const endpoint = delivery && webhookStore(writing.tx).findById(delivery.webhookId);
    // Removed while the request was on its way.
    if (!delivery || !endpoint) return;

    const number = delivery.attemptCount + 1;
    const roundAttempts = delivery.roundAttempts + 1;
    const outcome = outcomeOf(attempt.result);
    const nextAt = outcome === "failure" ? retryAt(writing, attempt.result, roundAttempts) : null;
    deliveries.insertAttempt({ ...attemptRow(attempt, nextAt), deliveryId: id, number });
    deliveries.update({
      ...delivery,
      ...stateAfter(outcome, nextAt, endpoint.disabledReason !== null),
      attemptCount: number,
      roundAttempts,
      deliveredAt: outcome === "success" ? writing.now : null,
    });
    recordOutcome(writing, endpoint, outcome);
    countAttempt(writing, endpoint.accountId, outcome, nextAt);
  });
}

function countAttempt(
  writing: Writing,
  accountId: string,
  outcome: "success" | "failure" | "gone",
  nextAt: number | null,
): void {
  if (outcome === "success") {
    countDelivery(writing, accountId, "delivered");
    return;
  }
  countDelivery(writing, accountId, "failed_attempts");
  if (nextAt === null) countDelivery(writing, accountId, "failed");
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
    responseHeaders: response?.headers ?? null,
    responseBody: response?.body ?? null,
    error: errorOf(result),
    message: result.kind === "error" ? result.message : null,
    nextAttemptAt,
  };
}

/** A failed delivery whose endpoint was disabled meanwhile waits for it to be enabled. */
function stateAfter(
  outcome: "success" | "failure" | "gone",
  nextAt: number | null,
  disabled: boolean,
): { status: DeliveryStatus; dueAt: number | null } {
  if (outcome === "success") return { status: "delivered", dueAt: null };
  if (nextAt === null) return { status: "failed", dueAt: null };
  return disabled ? { status: "paused", dueAt: null } : { status: "pending", dueAt: nextAt };
}

function retryAt(
  { deps, environment, now }: Writing,
  result: SendResult,
  roundAttempts: number,
): number | null {
  const response = result.kind === "response" ? result : undefined;
  const failure = {
    error: errorOf(result) ?? "status",
    status: response?.status ?? null,
    retryAfterMs: parseRetryAfter(response?.headers["retry-after"], now),
  };
  const schedule = scheduleOf(environment, deps.config.webhookSchedule);
  return nextAttemptAt(schedule, roundAttempts, failure, now, deps.ids.integer(1000) / 1000);
}

/** 410 Gone ends the endpoint, contract §6. */
function outcomeOf(result: SendResult): "success" | "failure" | "gone" {
  if (errorOf(result) === null) return "success";
  return result.kind === "response" && result.status === 410 ? "gone" : "failure";
}

/** 2xx is success; a redirect is a failure and is not followed. */
function errorOf(result: SendResult): AttemptError | null {
  if (result.kind === "error") return result.error;
  if (result.status >= 200 && result.status < 300) return null;
  return result.status >= 300 && result.status < 400 ? "redirect" : "status";
}

export interface WaitingWebhook {
  id: string;
  deliveryIds: string[];
}

/** What is due now at each endpoint, at most `limit` of each, earliest first. */
export function waitingDeliveries(
  deps: Deps,
  environment: Environment,
  now: number,
  limit: number,
): WaitingWebhook[] {
  const deliveries = deliveryStore(deps.stores.platform(environment).db);
  return deliveries.webhooksWithDue(now).map((id) => ({ id, deliveryIds: deliveries.dueOf(id, now, limit) }));
}

export function nextDeliveryDue(deps: Deps, environment: Environment, now: number): number | undefined {
  return deliveryStore(deps.stores.platform(environment).db).nextDue(now);
}
