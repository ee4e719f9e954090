import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { CurrencyCode, Line, Named, Nullable, Text, TextLike, Words } from "../../../../infra/http/schema.ts";
import { vehicleTypes } from "../../../model/model.ts";
import { feeSubstatuses, requirementWords, weekdays } from "./words.ts";
import { CardWarnings, Code, meterMax, ZoneSchema } from "./zone-schema.ts";

/** The rate card of a fleet, as its owner sends and reads it. */

/** The largest amount in a card, minor units: the same as of a price line. */
export const amountMax = 1e12;
const gramMax = 1e12;
const sideMax = 100_000;
const minuteMax = 43_200;

const maybe = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));
const described = <T extends TSchema>(schema: T, description: string): T => ({ ...schema, description });

const Title = Line(100, { examples: ["Express"] });
const Amount = Type.Integer({
  minimum: 0,
  maximum: amountMax,
  description: "Integer in minor units, such as cents.",
});
const Percent = (maximum: number) =>
  Type.Number({ minimum: 0, maximum, description: "At most two decimals.", examples: [20] });
const Limit = (maximum: number) => maybe(Type.Integer({ minimum: 1, maximum }));

const clock = "([01][0-9]|2[0-3]):[0-5][0-9]";
const ClockTime = TextLike(
  `^${clock}$`,
  { code: "format", detail: "must be a time of day such as 18:00" },
  { maxLength: 5, examples: ["18:00"] },
);
const OpenHours = TextLike(
  `^${clock}-${clock}$`,
  { code: "format", detail: "must be two times of day such as 08:00-20:00; write 00:00 for midnight" },
  { maxLength: 11, examples: ["08:00-20:00"] },
);
const OpenDay = Type.Optional(Type.Array(OpenHours, { maxItems: 10 }));
const Weekday = Words(weekdays, { title: "Weekday" });

const PriceSchema = Named("RateCardPrice", {
  base: Amount,
  per_km: Type.Optional(Amount),
  included_km: Type.Optional(Type.Number({ minimum: 0, maximum: meterMax / 1000 })),
  per_kg: Type.Optional(described(Amount, "Of the chargeable weight.")),
  included_kg: Type.Optional(Type.Number({ minimum: 0, maximum: gramMax / 1000 })),
  per_parcel: Type.Optional(Amount),
  weight_steps: Type.Optional(
    Type.Array(
      Named("RateCardWeightStep", {
        from_grams: Type.Integer({ minimum: 0, maximum: gramMax }),
        amount: Amount,
      }),
      {
        maxItems: 200,
        description: "By rising weight. The last step at or below the chargeable weight counts.",
      },
    ),
  ),
  minimum: maybe(Amount),
  maximum: maybe(Amount),
});

const ConditionSchema = Named(
  "RateCardCondition",
  {
    days: Type.Optional(Type.Array(Weekday, { minItems: 1, maxItems: 7, uniqueItems: true })),
    from: Type.Optional(ClockTime),
    to: Type.Optional(ClockTime),
    requirement: Type.Optional(Words(requirementWords)),
  },
  {
    description:
      "All that it names must hold. Days and times are judged at the estimated pickup, in the card's time zone. `to` at or before `from` is on the next day.",
  },
);

const SurchargeSchema = Named(
  "RateCardSurcharge",
  {
    code: Code,
    name: Title,
    amount: Type.Optional(Amount),
    percent: Type.Optional(Percent(1000)),
    when: maybe(ConditionSchema),
  },
  {
    description:
      "Either `amount`, or `percent` of the lines above the surcharges. Without `when`, it always applies.",
  },
);

const ServiceSchema = Named("RateCardService", {
  code: Code,
  name: Title,
  pickup_zones: Type.Array(Code, { minItems: 1, maxItems: 1000, uniqueItems: true }),
  delivery_zones: Type.Array(Code, { minItems: 1, maxItems: 1000, uniqueItems: true }),
  vehicle: maybe(Words(vehicleTypes)),
  limits: maybe(
    Named("RateCardLimits", {
      weight_grams: described(Limit(gramMax), "Real weight of the shipment."),
      parcels: Limit(1_000_000),
      length_mm: described(Limit(sideMax), "Longest side of a parcel."),
      width_mm: described(Limit(sideMax), "Second side of a parcel."),
      height_mm: described(Limit(sideMax), "Shortest side of a parcel."),
      distance_meters: Limit(meterMax),
    }),
  ),
  dimensional_divisor: maybe(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description: "Cubic centimeters that count as one kilogram.",
    }),
  ),
  price: PriceSchema,
  zone_prices: Type.Optional(
    Type.Array(Named("RateCardZonePrice", { from: Code, to: Code, base: Amount }), {
      maxItems: 10_000,
      description: "A `base` of its own for a pair of zones.",
    }),
  ),
  surcharges: Type.Optional(Type.Array(SurchargeSchema, { maxItems: 50 })),
  cancellation: Type.Array(
    Named("RateCardCancellationStep", {
      until: described(Words(feeSubstatuses), "The first substatus at which the step no longer holds."),
      percent: Percent(100),
    }),
    {
      maxItems: feeSubstatuses.length,
      description:
        "What a cancellation costs, of the price. After the last step it is 100 %; `[]` means free.",
    },
  ),
  hours: maybe(
    Named(
      "RateCardHours",
      { mon: OpenDay, tue: OpenDay, wed: OpenDay, thu: OpenDay, fri: OpenDay, sat: OpenDay, sun: OpenDay },
      {
        description:
          "When a pickup is possible; a day without an entry is closed. An end at or before the start is on the next day. Null: always.",
      },
    ),
  ),
  closed_dates: Type.Optional(
    Type.Array(Type.String({ format: "date", examples: ["2026-12-25"] }), {
      maxItems: 1000,
      uniqueItems: true,
    }),
  ),
  lead_minutes: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: minuteMax,
      description: "From the booking to the pickup, with the way there.",
    }),
  ),
  speed_kmh: maybe(Type.Number({ minimum: 1, maximum: 300 })),
  transit_minutes: maybe(
    Type.Integer({
      minimum: 0,
      maximum: minuteMax,
      description: "From the pickup to the delivery. Null: by distance and `speed_kmh`.",
    }),
  ),
  hold_minutes: maybe(
    Type.Integer({
      minimum: 0,
      maximum: minuteMax,
      description:
        "How long goods may wait with the driver until the delivery window starts. Null: as long as needed.",
    }),
  ),
  cut_off: maybe(described(ClockTime, "Later pickups move to the next opening.")),
});

export const RateCardSchema = Named("RateCard", {
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description:
        "Counts the card's changes. If you send it, it must be the current one; 412 `precondition_failed` otherwise.",
      examples: [3],
    }),
  ),
  currency: CurrencyCode,
  time_zone: Text({
    minLength: 1,
    maxLength: 64,
    description: "IANA time zone of hours, cut-offs and surcharges.",
    examples: ["Europe/Berlin"],
  }),
  zones: Type.Array(ZoneSchema, {
    minItems: 1,
    maxItems: 1000,
    description: "The first zone that contains a place and that a service lists is the one that counts.",
  }),
  services: Type.Array(ServiceSchema, { minItems: 1, maxItems: 200 }),
  warnings: Type.Optional(CardWarnings),
});
export type RateCard = Static<typeof RateCardSchema>;

/** The card as its owner sends it: what is sent is closed, what is answered is open, so each has names of its own. */
export const RateCardInput = underInputNames(RateCardSchema);

/** A schema of the card in which each shape has another name. */
function underInputNames<T extends TSchema>(schema: T): T {
  const { title, properties, items, anyOf } = schema;
  const named = (part: Record<string, TSchema>) =>
    Object.fromEntries(Object.entries(part).map(([name, member]) => [name, underInputNames(member)]));
  return {
    ...schema,
    ...(title?.startsWith("RateCard") && { title: `${title}Input` }),
    ...(properties && { properties: named(properties) }),
    ...(items && { items: underInputNames(items) }),
    ...(anyOf && { anyOf: anyOf.map(underInputNames) }),
  };
}
