import { type TSchema, Type } from "@sinclair/typebox";
import { Line, Named, Nullable, Words } from "@/infra/http/schema.ts";
import { amountMax } from "../../../model/model.ts";
import { ClockTime, Weekday } from "./time-schema.ts";
import { percentBases, requirementWords, stopWords } from "./words.ts";
import { Code, meterMax } from "./zone-schema.ts";

/** The prices of a service, and what comes on top of them. */

export const gramMax = 1e12;
export const sideMax = 100_000;
const minutesMax = 43_200;

export const maybe = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));
export const described = <T extends TSchema>(schema: T, description: string): T => ({
  ...schema,
  description,
});
export const Title = Line(100, { examples: ["Express"] });

const Amount = Type.Integer({
  minimum: 0,
  maximum: amountMax,
  description: "Integer in minor units, such as cents.",
});
export const Percent = (maximum: number) =>
  Type.Number({ minimum: 0, maximum, description: "At most two decimals.", examples: [20] });

const WeightSteps = Type.Array(
  Named("RateCardWeightStep", {
    from_grams: Type.Integer({ minimum: 0, maximum: gramMax }),
    amount: Amount,
  }),
  {
    maxItems: 200,
    description: "By rising weight. The last step at or below the chargeable weight counts.",
  },
);

export const PriceSchema = Named("RateCardPrice", {
  base: Amount,
  per_km: Type.Optional(Amount),
  included_km: Type.Optional(Type.Number({ minimum: 0, maximum: meterMax / 1000 })),
  started_km: Type.Optional(
    Type.Boolean({
      description:
        "Whether what is left after `included_km`, or from the first of `distance_steps` on, counts in whole kilometers, up.",
    }),
  ),
  distance_steps: Type.Optional(
    Type.Array(
      Named("RateCardDistanceStep", {
        from_meters: Type.Integer({ minimum: 0, maximum: meterMax }),
        per_km: Amount,
      }),
      {
        maxItems: 50,
        description:
          "By rising distance, instead of `per_km` and `included_km`: each stretch of the way at its own rate. The way before the first step is free.",
      },
    ),
  ),
  per_mile: Type.Optional(
    described(Amount, "Instead of `per_km` and `included_km`. A mile is 1,609.344 meters."),
  ),
  included_miles: Type.Optional(Type.Number({ minimum: 0, maximum: 25_000 })),
  per_kg: Type.Optional(described(Amount, "Of the chargeable weight.")),
  included_kg: Type.Optional(Type.Number({ minimum: 0, maximum: gramMax / 1000 })),
  per_parcel: Type.Optional(Amount),
  weight_steps: Type.Optional(WeightSteps),
  minimum: maybe(Amount),
  maximum: maybe(Amount),
});

export const ZonePrices = Type.Array(
  Named("RateCardZonePrice", {
    from: Code,
    to: Code,
    base: Amount,
    weight_steps: Type.Optional(described(WeightSteps, "Instead of the `weight_steps` of the service.")),
  }),
  {
    maxItems: 10_000,
    description: "A `base` of its own for a pair of zones.",
  },
);

const ConditionSchema = Named(
  "RateCardCondition",
  {
    at: Type.Optional(
      Words(stopWords, {
        title: "RateCardStop",
        default: "pickup",
        description: "Where `zone`, `days`, `from`, `to` and `dates` are judged.",
      }),
    ),
    zone: Type.Optional(
      described(
        Code,
        "A zone of the card. One that the service lists for the stop must be the one that counts for the address. Another one must contain the address.",
      ),
    ),
    days: Type.Optional(Type.Array(Weekday, { minItems: 1, maxItems: 7, uniqueItems: true })),
    from: Type.Optional(ClockTime),
    to: Type.Optional(ClockTime),
    dates: Type.Optional(
      Type.Array(Type.String({ format: "date", examples: ["2026-12-24"] }), {
        minItems: 1,
        maxItems: 1000,
        uniqueItems: true,
      }),
    ),
    requirement: Type.Optional(Words(requirementWords)),
    side_over_mm: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: sideMax,
        description: "A side of a parcel is longer. Unknown sides are not.",
      }),
    ),
    weight_over_grams: Type.Optional(
      Type.Integer({ minimum: 0, maximum: gramMax, description: "The real weight of the shipment is more." }),
    ),
    window_under_minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: minutesMax,
        description: "The delivery window is shorter. A shipment without one has none.",
      }),
    ),
  },
  {
    description:
      "All that it names must hold. Days, times and dates are judged at the estimated pickup or delivery, in the card's time zone; at an unknown time of delivery they do not hold. `to` at or before `from` is on the next day.",
  },
);

export const SurchargeSchema = Named(
  "RateCardSurcharge",
  {
    code: Code,
    name: Title,
    amount: Type.Optional(Amount),
    percent: Type.Optional(Percent(1000)),
    percent_of: Type.Optional(
      Words(percentBases, {
        title: "RateCardPercentBase",
        default: "lines",
        description: "`lines` above the surcharges, or `all_before`: also the surcharges above this one.",
      }),
    ),
    when: maybe(ConditionSchema),
  },
  { description: "Either `amount` or `percent`. Without `when`, it always applies." },
);
