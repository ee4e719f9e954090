import fc from "fast-check";
import type { RateCard } from "../../../../../../src/delivery/carriers/kinds/fleet/schema.ts";
import {
  feeSubstatuses,
  requirementWords,
  weekdays,
} from "../../../../../../src/delivery/carriers/kinds/fleet/words.ts";
import { amountMax } from "../../../../../../src/delivery/model/model.ts";

/** Cards that the API takes, with every member that one can have. */

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const amount = fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: amountMax }));
const count = fc.integer({ min: 1, max: 10_000 });
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom("00", "15", "59"))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${minute}`);
const percent = fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100);
const openings = fc.constantFrom(["08:00-20:00"], ["08:00-12:00", "13:00-20:00"]);

const zones = [
  { code: "germany", countries: ["DE", "AT"] },
  { code: "center", countries: ["DE"], postal_prefixes: ["101", "102", "1000-0"] },
  { code: "towns", countries: ["DE"], cities: ["Potsdam", "Frankfurt (Oder), Slubice"] },
  { code: "near", radius: { latitude: -52.52, longitude: 0, meters: 6000 } },
];
const codes = zones.map(({ code }) => code);
const zone = fc.constantFrom(...codes);

const tenths = fc.integer({ min: 0, max: 300 }).map((number) => number / 10);
const weightSteps = fc
  .uniqueArray(count, { minLength: 1, maxLength: 3 })
  .chain((grams) =>
    fc.tuple(
      ...grams
        .sort((a, b) => a - b)
        .map((from_grams) => fc.record({ from_grams: fc.constant(from_grams), amount })),
    ),
  );
/** The ways to price the distance. */
const way = fc.oneof(
  fc.constant({}),
  fc.record({ per_km: amount, included_km: tenths, started_km: fc.constant(true) }, { requiredKeys: [] }),
  fc.record({ per_mile: amount, included_miles: tenths }, { requiredKeys: [] }),
  fc
    .uniqueArray(count, { minLength: 1, maxLength: 3 })
    .chain((meters) =>
      fc.tuple(
        ...meters
          .sort((a, b) => a - b)
          .map((from_meters) => fc.record({ from_meters: fc.constant(from_meters), per_km: amount })),
      ),
    )
    .map((distance_steps) => ({ distance_steps })),
);

const others = fc.record(
  {
    base: amount,
    per_kg: amount,
    included_kg: count,
    per_parcel: amount,
    weight_steps: weightSteps,
    minimum: maybe(fc.integer({ min: 0, max: 900 })),
    maximum: maybe(fc.integer({ min: 901, max: amountMax })),
  },
  { requiredKeys: ["base"] },
);
const price = fc.tuple(others, way).map(([other, distance]) => ({ ...other, ...distance }));

const when = fc.oneof(
  fc.record(
    { days: fc.subarray([...weekdays], { minLength: 1 }), requirement: fc.constantFrom(...requirementWords) },
    { requiredKeys: ["days"] },
  ),
  fc.record({ from: clock, to: clock }),
  fc.record(
    {
      at: fc.constantFrom("pickup" as const, "delivery" as const),
      zone,
      dates: fc.constant<string[]>(["2026-12-24", "2026-12-31"]),
      side_over_mm: fc.nat(1000),
      weight_over_grams: fc.nat(9000),
      window_under_minutes: count,
    },
    { requiredKeys: ["zone"] },
  ),
);
const surcharge = fc
  .tuple(
    maybe(when),
    fc.oneof(
      fc.record({ amount }),
      fc.record(
        { percent, percent_of: fc.constantFrom("lines" as const, "all_before" as const) },
        { requiredKeys: ["percent"] },
      ),
    ),
  )
  .map(([when, part]) => ({ name: "Extra", when, ...part }));

/** The last pickup has two names, which say the same. */
const latest = fc.constantFrom(
  {},
  { cut_off: "19:00" },
  { latest_pickup: { mon: "17:00", fri: "12:30" } },
  { latest_pickup: "19:00", cut_off: "19:00" },
);

const service = fc.record(
  {
    name: fc.constant("Service"),
    pickup_zones: fc.shuffledSubarray(codes, { minLength: codes.length }),
    delivery_zones: fc.shuffledSubarray(codes, { minLength: codes.length }),
    vehicle: maybe(fc.constantFrom("bicycle" as const, "van" as const)),
    limits: maybe(
      fc.record(
        {
          weight_grams: maybe(count),
          parcels: count,
          distance_meters: maybe(count),
          sides_sum_mm: maybe(count),
          girth_mm: count,
        },
        { requiredKeys: ["parcels"] },
      ),
    ),
    dimensional_divisor: maybe(count),
    price,
    zone_prices: fc.uniqueArray(
      fc.record(
        { from: zone, to: zone, base: amount, weight_steps: weightSteps },
        { requiredKeys: ["from", "to", "base"] },
      ),
      {
        minLength: 1,
        maxLength: 3,
        selector: ({ from, to }) => `${from} ${to}`,
      },
    ),
    surcharges: fc
      .array(surcharge, { minLength: 1, maxLength: 3 })
      .map((list) => list.map((each, index) => ({ ...each, code: `extra_${index}` }))),
    cancellation: fc
      .subarray([...feeSubstatuses])
      .chain((steps) => fc.tuple(...steps.map((until) => percent.map((percent) => ({ until, percent }))))),
    hours: maybe(fc.record({ mon: openings, fri: openings }, { requiredKeys: ["mon"] })),
    closed_dates: fc.constant<string[]>(["2026-12-25", "2026-12-26"]),
    lead_minutes: fc.nat(300),
    speed_kmh: maybe(fc.integer({ min: 1, max: 100 })),
    transit_minutes: fc.nat(3000),
    hold_minutes: maybe(fc.nat(300)),
    order_until: maybe(
      fc.constantFrom(
        "14:00",
        { fri: { time: "11:00" } },
        { mon: { time: "17:00", days_before: 1 }, sun: { time: "00:00", days_before: 0 } },
      ),
    ),
    return_percent: maybe(percent),
    failed_percent: maybe(percent),
  },
  {
    requiredKeys: ["name", "pickup_zones", "delivery_zones", "price", "cancellation", "transit_minutes"],
  },
);

export const anyCard: fc.Arbitrary<RateCard> = fc
  .record({
    currency: fc.constantFrom("EUR", "JPY", "KWD"),
    services: fc.array(
      fc.tuple(service, latest).map(([made, times]) => ({ ...made, ...times })),
      { minLength: 1, maxLength: 3 },
    ),
  })
  .map(({ currency, services }) => ({
    currency,
    time_zone: "Europe/Berlin",
    zones,
    services: services.map((made, index) => ({ ...made, code: `service_${index}` })) as RateCard["services"],
  }));
