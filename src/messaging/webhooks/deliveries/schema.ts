import { type Static, Type } from "@sinclair/typebox";
import {
  createdFilters,
  GrowingWords,
  Id,
  ListQuery,
  Named,
  Nullable,
  Query,
  sortBy,
  Timestamp,
  WordList,
  Words,
} from "../../../infra/http/schema.ts";
import { eventTypes } from "../../events/event.ts";
import { EventTypeName } from "../../events/schema.ts";
import { attemptErrors, attemptResults, attemptsShownMax, countedMax, deliveryStatuses } from "./delivery.ts";

const delivery = {
  id: Id("dlv"),
  webhook_id: Id("whe"),
  event_id: Id("evt"),
  event_type: Type.String({ examples: ["shipment.delivered"] }),
  shipment_id: Nullable(Id("shp"), { description: "The event's shipment. Null if the event has none." }),
  status: Words(deliveryStatuses, { title: "DeliveryStatus" }),
  attempt_count: Type.Integer({ minimum: 0, examples: [1] }),
  next_attempt_at: Nullable(Timestamp, { examples: [null] }),
  created_at: Timestamp,
  delivered_at: Nullable(Timestamp),
  last_attempt: Nullable(
    Named("LastAttempt", {
      response_status: Nullable(Type.Integer({ minimum: 100, maximum: 999 }), {
        description: "The HTTP status of the response. Null if none arrived.",
        examples: [204],
      }),
      error: Nullable(GrowingWords(attemptErrors), {
        description: "Why the attempt failed. Null if it succeeded.",
        examples: [null],
      }),
    }),
    { description: "The result of the latest attempt. Null before the first one." },
  ),
};

export const DeliverySchema = Named("WebhookDelivery", delivery);
export type DeliveryView = Static<typeof DeliverySchema>;

const Headers = Type.Record(Type.String(), Type.String());

const AttemptSchema = Named("WebhookAttempt", {
  number: Type.Integer({ minimum: 1 }),
  attempted_at: Timestamp,
  duration_ms: Type.Integer(),
  request: Named("AttemptRequest", {
    url: Type.String({ examples: ["https://shop.example.com/hooks/waybill"] }),
    headers: { ...Headers, examples: [{ "webhook-id": "evt_01m7x5rdwme1ct34p92xd7wpnk" }] },
    body: Type.String({ examples: ['{"id":"evt_01m7x5rdwme1ct34p92xd7wpnk","type":"shipment.delivered"}'] }),
  }),
  response: Nullable(
    Named("AttemptResponse", {
      status: Type.Integer({ minimum: 100, maximum: 999, examples: [204] }),
      headers: Headers,
      body: Type.String({ description: "The first 16 KiB of the body.", examples: [""] }),
    }),
  ),
  error: Nullable(GrowingWords(attemptErrors), { examples: [null] }),
  message: Nullable(Type.String(), {
    description: "What went wrong before a response arrived. Null otherwise.",
    examples: [null],
  }),
  next_attempt_at: Nullable(Timestamp, { examples: [null] }),
});

export const DeliveryWithAttempts = Named("WebhookDeliveryWithAttempts", {
  ...delivery,
  attempts: Type.Array(AttemptSchema, {
    maxItems: attemptsShownMax,
    description: "The latest 100, oldest first. `attempt_count` counts all of them.",
  }),
});
export type DeliveryWithAttempts = Static<typeof DeliveryWithAttempts>;

export const DeliveryQuery = ListQuery({
  status: Type.Optional(WordList(deliveryStatuses, "One or more statuses, separated by commas.")),
  event_type: Type.Optional(WordList(eventTypes, "One or more types, separated by commas.")),
  shipment_id: Type.Optional(Id("shp")),
  ...createdFilters,
  sort: sortBy("DeliveryOrder", "By `created_at`: `newest` first or `oldest` first."),
});
export type DeliveryQuery = Static<typeof DeliveryQuery>;

const span = {
  from: Type.Optional({ ...Timestamp, description: "Required. At most 14 days ago." }),
  to: Type.Optional({
    ...Timestamp,
    description: "Later than `from`. Default: now.",
    examples: ["2026-01-31T10:30:00.000Z"],
  }),
  since: Type.Optional({ ...Timestamp, deprecated: true, description: "Older spelling of `from`." }),
  until: Type.Optional({ ...Timestamp, deprecated: true, description: "Older spelling of `to`." }),
};

export const RecoverDeliveries = Named("RecoverDeliveries", span);
export type RecoverDeliveries = Static<typeof RecoverDeliveries>;

export const ReplayEvents = Named("ReplayEvents", {
  ...span,
  event_types: Type.Optional(
    Type.Array(EventTypeName, {
      minItems: 1,
      uniqueItems: true,
      description: "Only these of the types that the endpoint subscribes to.",
      examples: [["shipment.delivered"]],
    }),
  ),
});
export type ReplayEvents = Static<typeof ReplayEvents>;

export const ResendEvent = Type.Optional(Named("ResendEvent", { webhook_id: Type.Optional(Id("whe")) }));
/** Null: no body was sent. */
export type ResendEvent = Static<typeof ResendEvent> | null;

export const Queued = Named("Queued", {
  queued: Type.Integer({
    minimum: 0,
    description: "The number of deliveries that are due now.",
    examples: [12],
  }),
});
export type Queued = Static<typeof Queued>;

const Count = Type.Integer({ minimum: 0 });
const UpTo = Type.Integer({ minimum: 0, maximum: countedMax, description: "Capped at 10,000." });
const Duration = Nullable(Type.Number({ minimum: 0 }), {
  description:
    "In milliseconds, rounded to a histogram bucket; each bucket is 1.4 times as wide as the one before. Null without attempts.",
  examples: [84.2],
});

export const StatisticsSchema = Named("WebhookStatistics", {
  webhook_id: Id("whe"),
  from: Timestamp,
  to: Timestamp,
  attempts: Count,
  success_rate: Nullable(Type.Number({ minimum: 0, maximum: 1 }), {
    description: "The share of attempts that succeeded. Null without attempts.",
    examples: [0.998],
  }),
  results: Named("AttemptsByResult", Object.fromEntries(attemptResults.map((result) => [result, Count])), {
    description: "Attempts by result.",
  }),
  p50_ms: Duration,
  p95_ms: Duration,
  hours: Type.Array(Named("AttemptsOfHour", { begins_at: Timestamp, attempts: Count, succeeded: Count }), {
    description: "Every hour of the period, including hours without attempts, oldest first.",
  }),
  pending: UpTo,
  paused: UpTo,
  oldest_due_at: Nullable(Timestamp, {
    description: "When the earliest pending delivery is due. In the past if the endpoint cannot keep up.",
  }),
  last_success_at: Nullable(Timestamp, { description: "The latest success of the last 30 days." }),
  last_failure_at: Nullable(Timestamp, { description: "The latest failure of the last 30 days." }),
});
export type StatisticsView = Static<typeof StatisticsSchema>;

export const StatisticsQuery = Query({
  from: Type.Optional({
    ...Timestamp,
    description: "At most 30 days ago. Default: 24 hours before `to`.",
  }),
  to: Type.Optional({ ...Timestamp, description: "Later than `from`. Default: now." }),
});
export type StatisticsQuery = Static<typeof StatisticsQuery>;
