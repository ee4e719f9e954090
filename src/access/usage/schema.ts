import { type Static, Type } from "@sinclair/typebox";
import { CarrierSchema } from "../../delivery/carriers/schema.ts";
import { statuses } from "../../delivery/shipments/status.ts";
import { Environment, Id, Named, Nullable, Query, Timestamp, Words } from "../../infra/http/schema.ts";
import { KeySchema } from "../keys/schema.ts";
import { LimitsSchema } from "../limits/schema.ts";
import { callerKinds } from "../request-log/request.ts";
import { deliveryOutcomes } from "./tally.ts";

/** A UTC day. */
const Day = Type.String({ format: "date", examples: ["2026-01-31"] });
const Count = Type.Integer({ minimum: 0 });
const Latency = (share: string) =>
  Nullable(
    Type.Number({
      minimum: 0,
      description: `What ${share} of the requests took at most, in milliseconds: estimated from their counts by classes of latency, each of which ends at 1.41 times the one before.`,
    }),
  );

const traffic = {
  requests: Count,
  errors: Type.Integer({ minimum: 0, description: "Answered with 400 or more, but for 429." }),
  rate_limited: Type.Integer({ minimum: 0, description: "Answered with 429." }),
  p50_ms: Latency("half"),
  p95_ms: Latency("95 %"),
};

const outcomes = {
  shipments: Named("ShipmentCounts", Object.fromEntries(statuses.map((status) => [status, Count])), {
    description: "How many times a shipment entered each state; coming back to one counts again.",
  }),
  deliveries: Named(
    "DeliveryCounts",
    Object.fromEntries(deliveryOutcomes.map((outcome) => [outcome, Count])),
    {
      description:
        "Webhook deliveries that arrived (`delivered`) or were given up (`failed`), and single attempts that did not succeed (`failed_attempts`).",
    },
  ),
};

const UsageOfDay = Named("UsageOfDay", { day: Day, ...traffic, ...outcomes });
const UsageOfKey = Named("UsageOfKey", {
  key_id: Nullable(Id("key")),
  key_name: Nullable(Type.String({ description: "Null: people who were signed in." })),
  ...traffic,
  requests_by_day: Type.Array(Count, { description: "Requests on every day, oldest first." }),
});
const UsageOfRoute = Named("UsageOfRoute", {
  route: Type.String({ description: "An `operationId`." }),
  ...traffic,
});

const UsageTotals = Named("UsageTotals", traffic);

export const groupings = ["day", "key", "route"] as const;

const example = { requests: 120, errors: 2, rate_limited: 0, p50_ms: 2.4, p95_ms: 11.8 };

export const UsageSchema = Named(
  "Usage",
  {
    from: Day,
    to: Day,
    group_by: Words(groupings, { title: "UsageGrouping" }),
    environment: Environment,
    data: Type.Array(Type.Union([UsageOfDay, UsageOfKey, UsageOfRoute]), {
      description: "By day: every day, oldest first. By key or route: those that were used, most used first.",
    }),
    totals: UsageTotals,
    ...outcomes,
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
        shipments: {
          ...Object.fromEntries(statuses.map((status) => [status, 0])),
          created: 120,
          quoted: 118,
        },
        deliveries: { delivered: 236, failed: 0, failed_attempts: 3 },
      },
    ],
  },
);

type Traffic = Static<typeof UsageTotals>;
export type UsageItem = Static<typeof UsageOfDay> | Static<typeof UsageOfKey> | Static<typeof UsageOfRoute>;
export type UsageView = Static<typeof UsageSchema>;
export type TrafficView = Traffic;

export const UsageQuery = Query({
  from: Type.Optional(
    Type.String({
      format: "date",
      description: "First UTC day, not in the future; by default 29 days before the last.",
    }),
  ),
  to: Type.Optional(
    Type.String({
      format: "date",
      description: "Last UTC day, included, not before the first; by default today. At most 366 days.",
    }),
  ),
  group_by: Type.Optional(Words(groupings, { default: "day" })),
  caller: Type.Optional(
    Words(callerKinds, {
      description: "Counts only requests made with a key, or only those of people who are signed in.",
    }),
  ),
});
export type UsageQuery = Static<typeof UsageQuery>;

/** Who is calling. */
export const AccountSchema = Named("Account", {
  id: Id("acct"),
  name: Type.String({ examples: ["Book shop"] }),
  environment: Environment,
  created_at: Timestamp,
  tier: Type.String({ examples: ["free"] }),
  limits: Nullable(LimitsSchema, { description: "In each environment; null where there are none." }),
  requests_left_today: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        "In this environment, after this request, until midnight UTC; null where there is no limit.",
    }),
  ),
  stored_bytes: Type.Integer({
    minimum: 0,
    description:
      "What the account stores in this environment: shipments, their events and pictures, attempts at deliveries, and kept answers.",
  }),
  carriers: Type.Array(CarrierSchema, {
    description: "Who is asked for offers in this environment; where nobody is, no shipment has any.",
  }),
  key: Nullable(
    Named(
      "KeyInUse",
      Type.Pick(KeySchema, ["id", "name", "prefix", "last4", "scopes", "expires_at"]).properties,
      {
        description: "The key of this request; null for somebody who is signed in.",
      },
    ),
  ),
});
export type AccountView = Static<typeof AccountSchema>;
