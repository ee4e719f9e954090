import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { DeliveryView, DeliveryWithAttempts } from "./schema.ts";
import type { AttemptResult, AttemptRow, DeliveryRow } from "./store.ts";

export function toDeliveryView(row: DeliveryRow, last: AttemptResult | undefined): DeliveryView {
  return {
    id: row.id,
    webhook_id: row.webhookId,
    event_id: row.eventId,
    event_type: row.eventType,
    shipment_id: row.shipmentId,
    status: row.status,
    attempt_count: row.attemptCount,
    next_attempt_at: toTimestampOrNull(row.dueAt),
    created_at: toTimestamp(row.createdAt),
    delivered_at: toTimestampOrNull(row.deliveredAt),
    last_attempt: last ? { response_status: last.responseStatus, error: last.error } : null,
  };
}

/** `body` is the event's: every attempt sends it. */
export function toAttemptView(row: AttemptRow, body: string): DeliveryWithAttempts["attempts"][number] {
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
