import { type Static, Type } from "@sinclair/typebox";
import { Closed, ListQuery, Named, Nullable, Timestamp, Words } from "../http/schema.ts";
import { attemptErrors, deliveryStatuses } from "./delivery.ts";

const delivery = {
  id: Type.String(),
  webhook_id: Type.String(),
  event_id: Type.String(),
  event_type: Type.String(),
  status: Words(deliveryStatuses),
  attempt_count: Type.Integer(),
  next_attempt_at: Nullable(Timestamp),
  created_at: Timestamp,
  delivered_at: Nullable(Timestamp),
};

export const DeliverySchema = Named("WebhookDelivery", delivery);
export type DeliveryView = Static<typeof DeliverySchema>;

const Headers = Type.Record(Type.String(), Type.String());

const AttemptSchema = Named("WebhookAttempt", {
  number: Type.Integer({ minimum: 1 }),
  attempted_at: Timestamp,
  duration_ms: Type.Integer(),
  request: Closed({ url: Type.String(), headers: Headers, body: Type.String() }),
  response: Nullable(
    Closed({
      status: Type.Integer(),
      headers: Headers,
      body: Type.String({ description: "The first 16 KiB." }),
    }),
  ),
  error: Nullable(Words(attemptErrors)),
  message: Nullable(Type.String({ description: "What went wrong before there was an answer." })),
  next_attempt_at: Nullable(Timestamp),
});

export const DeliveryWithAttempts = Named("WebhookDeliveryWithAttempts", {
  ...delivery,
  attempts: Type.Array(AttemptSchema),
});
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>;

export const DeliveryQuery = ListQuery({
  status: Type.Optional(Words(deliveryStatuses)),
  event_type: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

export const RecoverDeliveries = Named("RecoverDeliveries", {
  since: Timestamp,
  until: Type.Optional(Timestamp),
});
export type RecoverDeliveries = Static<typeof RecoverDeliveries>;

export const Recovered = Named("Recovered", { queued: Type.Integer({ minimum: 0 }) });
