import type { Caller } from "../accounts/caller.ts";
import { toTimestamp, toTimestampOrNull } from "../clock.ts";
import type { Deps } from "../deps.ts";
import { AppError, invalidField } from "../errors.ts";
import { readPage } from "../http/pagination.ts";
import { writeOnce } from "../idempotency/service.ts";
import { getWebhook } from "../webhooks/service.ts";
import type { DeliveryQuery, DeliveryView, DeliveryWithAttempts, RecoverDeliveries } from "./schema.ts";
import { type AttemptRow, type DeliveryRow, deliveryStore } from "./store.ts";

const recoverMaxMs = 14 * 86_400_000;

/** Newest first. @throws AppError `not_found` */
export function listDeliveries(deps: Deps, caller: Caller, webhookId: string, query: DeliveryQuery) {
  getWebhook(deps, caller, webhookId);
  const { status, event_type: eventType } = query;
  const deliveries = deliveryStore(deps.stores.platform(caller.environment).db);
  const list = { name: "deliveries", of: caller, filters: { webhookId, status, eventType } };
  return readPage(deps, list, query, {
    read: (before, count) => deliveries.list(webhookId, { status, eventType }, before, count),
    placeOf: (row) => row.id,
    view: toView,
  });
}

/** With every attempt. @throws AppError `not_found` */
export function getDelivery(
  deps: Deps,
  caller: Caller,
  webhookId: string,
  deliveryId: string,
): DeliveryWithAttempts {
  getWebhook(deps, caller, webhookId);
  const deliveries = deliveryStore(deps.stores.platform(caller.environment).db);
  const found = deliveries.find(deliveryId);
  if (found?.delivery.webhookId !== webhookId) throw new AppError("not_found");
  const attempts = deliveries.attemptsOf(deliveryId).map((row) => toAttempt(row, found.body));
  return { ...toView(found.delivery), attempts };
}

/** The delivery that an event made for an endpoint. @throws AppError `not_found` */
export function getDeliveryOfEvent(
  deps: Deps,
  caller: Caller,
  webhookId: string,
  eventId: string,
): DeliveryView {
  getWebhook(deps, caller, webhookId);
  const row = deliveryStore(deps.stores.platform(caller.environment).db).findByEvent(webhookId, eventId);
  if (!row) throw new AppError("not_found");
  return toView(row);
}

/** Sends once more at once, with a fresh schedule. @throws AppError `not_found`, `webhook_disabled` */
export function retryDelivery(
  deps: Deps,
  caller: Caller,
  webhookId: string,
  deliveryId: string,
): Promise<DeliveryView> {
  return writeOnce(deps, caller, ({ tx, now }) => {
    if (!getWebhook(deps, caller, webhookId).enabled) throw disabled();
    const deliveries = deliveryStore(tx);
    const found = deliveries.find(deliveryId)?.delivery;
    if (found?.webhookId !== webhookId) throw new AppError("not_found");
    const restarted = {
      ...found,
      status: "pending" as const,
      roundAttempts: 0,
      dueAt: now,
      deliveredAt: null,
    };
    deliveries.update(restarted);
    return toView(restarted);
  });
}

/**
 * Sends again what failed since `since` (at most 14 days back) and before `until`.
 * @throws AppError `not_found`, `webhook_disabled`, `validation_failed`
 */
export function recoverDeliveries(
  deps: Deps,
  caller: Caller,
  webhookId: string,
  input: RecoverDeliveries,
): Promise<{ queued: number }> {
  return writeOnce(deps, caller, ({ tx, now }) => {
    const since = Date.parse(input.since);
    const until = input.until === undefined ? now + 1 : Date.parse(input.until);
    if (since < now - recoverMaxMs) {
      throw invalidField("#/since", "too_old", "must be at most 14 days ago");
    }
    if (until <= since) throw invalidField("#/until", "order", "must be after since");
    if (!getWebhook(deps, caller, webhookId).enabled) throw disabled();
    return { queued: deliveryStore(tx).restartFailed(webhookId, since, until, now) };
  });
}

function disabled(): AppError {
  return new AppError("webhook_disabled", { detail: "Enable the endpoint before sending to it." });
}

function toView(row: DeliveryRow): DeliveryView {
  return {
    id: row.id,
    webhook_id: row.webhookId,
    event_id: row.eventId,
    event_type: row.eventType,
    status: row.status,
    attempt_count: row.attemptCount,
    next_attempt_at: toTimestampOrNull(row.dueAt),
    created_at: toTimestamp(row.createdAt),
    delivered_at: toTimestampOrNull(row.deliveredAt),
  };
}

function toAttempt(row: AttemptRow, body: string): DeliveryWithAttempts["attempts"][number] {
  return {
    number: row.number,
    attempted_at: toTimestamp(row.startedAt),
    duration_ms: row.durationMs,
    request: { url: row.url, headers: row.requestHeaders, body },
    response:
      row.responseStatus === null
        ? null
        : { status: row.responseStatus, headers: row.responseHeaders ?? {}, body: row.responseBody ?? "" },
    error: row.error,
    message: row.message,
    next_attempt_at: toTimestampOrNull(row.nextAttemptAt),
  };
}
