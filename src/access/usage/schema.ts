import { type Static, Type } from "@sinclair/typebox";
import { callerKinds } from "../../infra/http/principal.ts";
import { Environment, Id, Named, Nullable, Query, Words } from "../../infra/http/schema.ts";

/** A UTC day. */
const Day = Type.String({ format: "date", examples: ["2026-01-31"] });
const Count = Type.Integer({ minimum: 0 });
const Latency = (share: string) =>
  Nullable(
    Type.Number({
      minimum: 0,
      description: `The longest duration of the fastest ${share} of the requests, in milliseconds. Estimated from a histogram whose buckets grow by a factor of 1.41.`,
    }),
  );

const traffic = {
  requests: Count,
  errors: Type.Integer({ minimum: 0, description: "Requests answered with 400 or above, except 429." }),
  rate_limited: Type.Integer({ minimum: 0, description: "Requests answered with 429." }),
  p50_ms: Latency("half"),
  p95_ms: Latency("95 %"),
};

/** Possible outcomes of shipments and webhook deliveries, named by the features that count them. */
export interface OutcomeWords {
  readonly shipments: readonly string[];
  readonly deliveries: readonly string[];
}

const outcomesOf = ({ shipments, deliveries }: OutcomeWords) => ({
  shipments: Named("ShipmentCounts", countsOf(shipments), {
    description: "How many times shipments entered each state. Entering it again counts again.",
  }),
  deliveries: Named("DeliveryCounts", countsOf(deliveries), {
    description:
      "Webhook deliveries that arrived (`delivered`) or were given up (`failed`), and failed attempts (`failed_attempts`).",
  }),
});

function countsOf(words: readonly string[]) {
  return Object.fromEntries(words.map((word) => [word, Count]));
}

function exampleOf(words: readonly string[], counted: Record<string, number>) {
  return Object.fromEntries(words.map((word) => [word, counted[word] ?? 0]));
}

const usageOfDay = (words: OutcomeWords) =>
  Named("UsageOfDay", { day: Day, ...traffic, ...outcomesOf(words) });
const UsageOfKey = Named("UsageOfKey", {
  key_id: Nullable(Id("key")),
  key_name: Nullable(Type.String({ description: "Null for requests of signed-in people." })),
  ...traffic,
  requests_by_day: Type.Array(Count, { description: "Requests of each day, oldest first." }),
});
const UsageOfRoute = Named("UsageOfRoute", {
  route: Type.String({ description: "The operation's `operationId`." }),
  ...traffic,
});

const UsageTotals = Named("UsageTotals", traffic);

const groupings = ["day", "key", "route"] as const;

const example = { requests: 120, errors: 2, rate_limited: 0, p50_ms: 2.4, p95_ms: 11.8 };

export const usageSchema = (words: OutcomeWords) =>
  Named(
    "Usage",
    {
      from: Day,
      to: Day,
      group_by: Words(groupings, { title: "UsageGrouping" }),
      environment: Environment,
      data: Type.Array(Type.Union([usageOfDay(words), UsageOfKey, UsageOfRoute]), {
        description: "By day: every day, oldest first. By key or route: only used ones, most used first.",
      }),
      totals: UsageTotals,
      ...outcomesOf(words),
    },
    {
      examples: [
        {
          from: "2026-01-31",
          to: "2026-01-31",
          group_by: "route",
          environment: "live",
          data: [{ route: "createShipment", ...example }],
          totals: example,
          shipments: exampleOf(words.shipments, { created: 120, quoted: 118 }),
          deliveries: exampleOf(words.deliveries, { delivered: 236, failed_attempts: 3 }),
        },
      ],
    },
  );

export type UsageItem =
  | Static<ReturnType<typeof usageOfDay>>
  | Static<typeof UsageOfKey>
  | Static<typeof UsageOfRoute>;
export type UsageView = Static<ReturnType<typeof usageSchema>>;
export type TrafficView = Static<typeof UsageTotals>;

export const UsageQuery = Query({
  from: Type.Optional(
    Type.String({
      format: "date",
      description: "First UTC day. Must not be in the future. Default: 29 days before the last day.",
    }),
  ),
  to: Type.Optional(
    Type.String({
      format: "date",
      description: "Last UTC day, included. Default: today. The span is at most 366 days.",
    }),
  ),
  group_by: Type.Optional(Words(groupings, { default: "day" })),
  caller: Type.Optional(
    Words(callerKinds, {
      description: "`key` counts only requests with a key, `session` only those of signed-in people.",
    }),
  ),
});
export type UsageQuery = Static<typeof UsageQuery>;
