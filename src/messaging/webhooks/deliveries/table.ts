import { apart, integer, json, personal, plain, table, text } from "../../../infra/db/columns.ts";
import type { AttemptError, DeliveryStatus } from "./delivery.ts";

export const webhookDeliveries = table("webhook_deliveries", {
  id: plain(text().primaryKey()),
  webhookId: plain(text("webhook_id").notNull()),
  eventId: plain(text("event_id").notNull()),
  eventType: plain(text("event_type").notNull()),
  status: plain(text().$type<DeliveryStatus>().notNull()),
  attemptCount: plain(integer("attempt_count").notNull()),
  roundAttempts: plain(integer("round_attempts").notNull()),
  dueAt: plain(integer("due_at")),
  createdAt: plain(integer("created_at").notNull()),
  deliveredAt: plain(integer("delivered_at")),
  /** The event's; null if it has none. */
  shipmentId: plain(text("shipment_id")),
  /** Somebody asked for this delivery: it is sent whatever the endpoint subscribes to. */
  isAsked: plain(integer("is_asked", { mode: "boolean" }).notNull()),
});

export const webhookAttempts = table("webhook_attempts", {
  deliveryId: plain(text("delivery_id").notNull()),
  number: plain(integer().notNull()),
  url: plain(text().notNull()),
  startedAt: plain(integer("started_at").notNull()),
  durationMs: plain(integer("duration_ms").notNull()),
  requestHeaders: plain(json<Record<string, string>>()("request_headers").notNull()),
  responseStatus: plain(integer("response_status")),
  responseHeaders: personal(json<Record<string, string>>()("response_headers"), apart("forgetResponses")),
  responseBody: personal(text("response_body"), apart("forgetResponses")),
  error: plain(text().$type<AttemptError>()),
  message: plain(text()),
  nextAttemptAt: plain(integer("next_attempt_at")),
});
