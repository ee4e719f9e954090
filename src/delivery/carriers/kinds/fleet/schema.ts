import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { CurrencyCode, Named, Text, Words } from "@/infra/http/schema.ts";
import { vehicleTypes } from "../../../model/model.ts";
import {
  described,
  gramMax,
  maybe,
  Percent,
  PriceSchema,
  SurchargeSchema,
  sideMax,
  Title,
  ZonePrices,
} from "./price-schema.ts";
import { HoursSchema, LatestPickup, OrderUntil } from "./time-schema.ts";
import { feeSubstatuses } from "./words.ts";
import { CardWarnings, Code, meterMax, ZoneSchema } from "./zone-schema.ts";

/** The rate card of a fleet, as its owner sends and reads it. */

const minuteMax = 43_200;

const Limit = (maximum: number) => maybe(Type.Integer({ minimum: 1, maximum }));

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
      sides_sum_mm: described(
        Limit(3 * sideMax),
        "The three sides of a parcel together. Unknown sides count as 0.",
      ),
      girth_mm: described(
        Limit(5 * sideMax),
        "The longest side of a parcel and twice the others. Unknown sides count as 0.",
      ),
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
  zone_prices: Type.Optional(ZonePrices),
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
  return_percent: maybe(
    described(
      Percent(1000),
      "Of the price, on top of it, when the goods are back. Null: a return costs nothing.",
    ),
  ),
  failed_percent: maybe(
    described(
      Percent(100),
      "Of the price, when the shipment ends as `failed`. Damaged or lost goods then cost nothing. Null: the whole price, always.",
    ),
  ),
  hours: maybe(HoursSchema),
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
  latest_pickup: Type.Optional(
    LatestPickup(
      "The last pickup of a day, for all days or by weekday. Later ones move to the next opening. Null: none.",
    ),
  ),
  cut_off: Type.Optional(LatestPickup("Another name of `latest_pickup`. Send one of them.")),
  order_until: Type.Optional(OrderUntil),
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
