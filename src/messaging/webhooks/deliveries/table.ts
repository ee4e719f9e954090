import { integer, json, table, text } from "../../../infra/db/columns.ts";
import type { AttemptError, DeliveryStatus } from "./delivery.ts";

export const webhookDeliveries = table("webhook_deliveries", {
  id: text().primaryKey(),
  webhookId: text("webhook_id").notNull(),
  eventId: text("event_id").notNull(),
  eventType: text("event_type").notNull(),
  status: text().$type<DeliveryStatus>().notNull(),
  attemptCount: integer("attempt_count").notNull(),
  roundAttempts: integer("round_attempts").notNull(),
  dueAt: integer("due_at"),
  createdAt: integer("created_at").notNull(),
  deliveredAt: integer("delivered_at"),
  /** The event's; null if it has none. */
  shipmentId: text("shipment_id"),
  /** Somebody asked for this delivery: it is sent whatever the endpoint subscribes to. */
  isAsked: integer("is_asked", { mode: "boolean" }).notNull(),
});

export const webhookAttempts = table("webhook_attempts", {
  deliveryId: text("delivery_id").notNull(),
  number: integer().notNull(),
  url: text().notNull(),
  startedAt: integer("started_at").notNull(),
  durationMs: integer("duration_ms").notNull(),
  requestHeaders: json<Record<string, string>>()("request_headers").notNull(),
  responseStatus: integer("response_status"),
  responseHeaders: json<Record<string, string>>()("response_headers"),
  responseBody: text("response_body"),
  error: text().$type<AttemptError>(),
  message: text(),
  nextAttemptAt: integer("next_attempt_at"),
});
