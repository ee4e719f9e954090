import { type Static, Type } from "@sinclair/typebox";
import { EventTypeName } from "../events/schema.ts";
import { Closed, Id, ListQuery, Named, Nullable, Timestamp, Words } from "../http/schema.ts";
import { attemptErrors, deliveryStatuses } from "./delivery.ts";

const delivery = {
  id: Id("dlv"),
  webhook_id: Id("whe"),
  event_id: Id("evt"),
  event_type: Type.String({ examples: ["shipment.delivered"] }),
  status: Words(deliveryStatuses),
  attempt_count: Type.Integer({ minimum: 0, examples: [1] }),
  next_attempt_at: Nullable(Timestamp, { examples: [null] }),
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
  request: Closed({
    url: Type.String({ examples: ["https://shop.example.com/hooks/waybill"] }),
    headers: { ...Headers, examples: [{ "webhook-id": "evt_01m7x5rdwme1ct34p92xd7wpnk" }] },
    body: Type.String({ examples: ['{"id":"evt_01m7x5rdwme1ct34p92xd7wpnk","type":"shipment.delivered"}'] }),
  }),
  response: Nullable(
    Closed({
      status: Type.Integer({ minimum: 100, maximum: 999, examples: [204] }),
      headers: Headers,
      body: Type.String({ description: "The first 16 KiB.", examples: [""] }),
    }),
  ),
  error: Nullable(Words(attemptErrors), { examples: [null] }),
  message: Nullable(Type.String(), {
    description: "What went wrong before there was an answer.",
    examples: [null],
  }),
  next_attempt_at: Nullable(Timestamp, { examples: [null] }),
});

export const DeliveryWithAttempts = Named("WebhookDeliveryWithAttempts", {
  ...delivery,
  attempts: Type.Array(AttemptSchema),
});
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>;

export const DeliveryQuery = ListQuery({
  status: Type.Optional(Words(deliveryStatuses)),
  event_type: Type.Optional(EventTypeName),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

export const RecoverDeliveries = Named("RecoverDeliveries", {
  since: { ...Timestamp, description: "At most 14 days ago." },
  until: Type.Optional({ ...Timestamp, description: "Later than `since`; now, if it is left out." }),
});
export type RecoverDeliveries = Static<typeof RecoverDeliveries>;

export const Recovered = Named("Recovered", { queued: Type.Integer({ minimum: 0 }) });
