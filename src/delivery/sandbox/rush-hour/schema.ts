import { type Static, Type } from "@sinclair/typebox";
import {
  CountryCode,
  Id,
  Line,
  Named,
  Nullable,
  Query,
  Text,
  Timestamp,
  Words,
} from "../../../infra/http/schema.ts";
import { busyMax, endReasons, practiceDefaults, rushHourDefaults } from "./rush-hour.ts";

const Shipments = Type.Integer({ minimum: 1, maximum: 500, examples: [60] });
const Minutes = Type.Integer({ minimum: 1, maximum: 120, examples: [60] });
const Speed = Type.Number({ minimum: 1, maximum: 60, examples: [20] });
const seedOptions = { description: "The same seed and settings give the same plan.", examples: ["friday"] };
const point = {
  // Nearer to a pole, a kilometer is many degrees.
  latitude: Type.Number({ minimum: -80, maximum: 80, examples: [52.52] }),
  longitude: Type.Number({ minimum: -180, maximum: 180, examples: [13.405] }),
};

export const StartRushHour = Type.Optional(
  Named("StartRushHour", {
    shipments: Type.Optional({ ...Shipments, default: rushHourDefaults.shipments }),
    minutes: Type.Optional({
      ...Minutes,
      default: rushHourDefaults.minutes,
      description: "Minutes of simulated time in which the shipments come.",
    }),
    speed: Type.Optional({
      ...Speed,
      default: rushHourDefaults.speed,
      description: `How much faster than the clock simulated time passes. \`speed\` × \`shipments\` may be ${busyMax}.`,
    }),
    seed: Type.Optional(Text({ minLength: 1, maxLength: 64, ...seedOptions })),
    around: Type.Optional(
      Named(
        "StartRushHourAround",
        { ...point, city: Type.Optional(Line(100)), country: Type.Optional(CountryCode) },
        {
          description:
            "The middle of the town. Stops are up to 1.5 km to each side. `city` and `country` stand in the addresses. Default: Berlin.",
        },
      ),
    ),
  }),
);
const OwnCarrier = Id("car");

export const StartPractice = Named("StartPractice", {
  own_carrier_id: {
    ...OwnCarrier,
    description: "The fleet of your account in `live` whose riders and prices the practice has.",
  },
  shipments: Type.Optional({
    ...Shipments,
    description: "Default: four for each rider, at least 12 and at most 60.",
  }),
  minutes: Type.Optional({ ...Minutes, default: practiceDefaults.minutes }),
  speed: Type.Optional({
    ...Speed,
    default: practiceDefaults.speed,
    examples: [practiceDefaults.speed],
    description: "How much faster than the clock simulated time passes.",
  }),
  seed: Type.Optional(Text({ minLength: 1, maxLength: 64, ...seedOptions })),
});
export type StartPractice = Static<typeof StartPractice>;

export const ClearPracticeQuery = Query({
  keep_orders: Type.Optional(Words(["true", "false"], { title: "KeepOrders" })),
});
export type ClearPracticeQuery = Static<typeof ClearPracticeQuery>;

const Count = (description: string) => Type.Integer({ minimum: 0, description, examples: [3] });
const Summary = Named("PracticeSummary", {
  orders: Count("Orders that came."),
  given: Count("Orders that a rider had."),
  delivered: Count("Orders that were delivered."),
  late: Count(
    "Orders that were delivered after their window, or that are not there yet though it has ended.",
  ),
  unassigned: Count("Orders that no rider had."),
});
export type RushHourSummary = Static<typeof Summary>;

/** Null: no body was sent. */
export type StartRushHour = Static<typeof StartRushHour> | null;

export const RushHourSchema = Named("RushHour", {
  status: Words(["running", "ended"], { title: "RushHourStatus" }),
  shipments: Shipments,
  created_shipments: Type.Integer({
    minimum: 0,
    description: "How many of them exist so far.",
    examples: [12],
  }),
  minutes: Minutes,
  speed: Speed,
  seed: Type.String(seedOptions),
  around: Named("RushHourAround", {
    ...point,
    city: Type.String({ examples: ["Berlin"] }),
    country: CountryCode,
  }),
  own_carrier_id: Nullable(OwnCarrier, {
    description: "The fleet in `live` whose riders and prices a practice has. Null for a plain rush hour.",
    examples: [null],
  }),
  carrier_id: { ...Id("car"), description: "The fleet whose drivers move." },
  driver_ids: Type.Array(Id("drv"), { description: "The simulated drivers." }),
  started_at: Timestamp,
  ends_at: { ...Timestamp, description: "When it ends at the latest." },
  ended_at: Nullable(Timestamp, { examples: [null] }),
  end_reason: Nullable(Words(endReasons, { title: "RushHourEndReason" }), {
    description: "`completed`; `stopped`: by a request; `storage_quota_exceeded`. Null while it runs.",
    examples: [null],
  }),
  summary: Nullable(Summary, {
    description: "What came of a practice. Null until its end, and for a plain rush hour.",
    examples: [null],
  }),
});
export type RushHourView = Static<typeof RushHourSchema>;
/** What was asked for, completed. */
export type RushHourSettings = Pick<
  RushHourView,
  "shipments" | "minutes" | "speed" | "seed" | "around" | "own_carrier_id"
>;
