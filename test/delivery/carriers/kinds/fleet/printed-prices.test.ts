import { type Case, testCases } from "./cases.ts";
import { at, center, germany, middle, near } from "./support.ts";

/** Prices as tariffs print them: what is left of a kilometer, distance bands, sizes, and when a surcharge applies. */

const both = { pickup: middle, delivery: middle };
const price = (change: object) => ({ price: { base: 500, ...change } });
const service = "#/services/0";
const fixed = (when: object) => ({ surcharges: [{ code: "extra", name: "Extra", amount: 150, when }] });
const window = (start: string, end: string) => ({ start: `${start}:00.000Z`, end: `${end}:00.000Z` });
const without = ["base 500"];
const withExtra = ["base 500", "extra 150"];

const wayCases: Case[] = [
  {
    why: "Of started kilometers, 2,001 m are three.",
    service: price({ per_km: 90, started_km: true }),
    ...both,
    meters: 2001,
    lines: ["base 500", "distance 270"],
  },
  {
    why: "What is left after the included ones counts: 2,500 m after 1.5 km are one kilometer, and not two.",
    service: price({ per_km: 90, started_km: true, included_km: 1.5 }),
    ...both,
    meters: 2500,
    lines: ["base 500", "distance 90"],
  },
  {
    why: "Each stretch has its own rate: 20 km at 2.00, 2.5 km at 3.00.",
    service: price({
      distance_steps: [
        { from_meters: 0, per_km: 200 },
        { from_meters: 20_000, per_km: 300 },
      ],
    }),
    ...both,
    meters: 22_500,
    lines: ["base 500", "distance 4750"],
  },
  {
    why: "The way before the first step is free, and the last rate is of what is left: 17 km at 2.00 after 3 km.",
    service: price({
      distance_steps: [
        { from_meters: 3000, per_km: 200 },
        { from_meters: 20_000, per_km: 300 },
      ],
    }),
    ...both,
    meters: 20_000,
    lines: ["base 500", "distance 3400"],
  },
  {
    why: "Started kilometers begin at the first step: 5,400 m after 3 km are three.",
    service: price({ started_km: true, distance_steps: [{ from_meters: 3000, per_km: 200 }] }),
    ...both,
    meters: 5400,
    lines: ["base 500", "distance 600"],
  },
  {
    why: "Steps need the places of both stops.",
    service: price({ distance_steps: [{ from_meters: 0, per_km: 200 }] }),
    pickup: middle,
    refused: ["incomplete_address", `${service}/price/distance_steps`],
  },
  {
    why: "Ten miles, 16,093 m, cost ten times the price of a mile.",
    service: price({ per_mile: 250 }),
    ...both,
    meters: 16_093,
    lines: ["base 500", "distance 2500"],
  },
  {
    why: "Included miles are free: 2.5 of 10.",
    service: price({ per_mile: 250, included_miles: 2.5 }),
    ...both,
    meters: 16_093,
    lines: ["base 500", "distance 1875"],
  },
  {
    why: "A price by mile needs the places, too.",
    service: price({ per_mile: 250 }),
    delivery: middle,
    refused: ["incomplete_address", `${service}/price/per_mile`],
  },
];

const abroad = { code: "abroad", countries: ["FR"] };
const steps = (...pairs: [number, number][]) => pairs.map(([from_grams, amount]) => ({ from_grams, amount }));
const zoned = {
  card: { zones: [germany, abroad] },
  service: {
    delivery_zones: ["germany", "abroad"],
    ...price({ weight_steps: steps([0, 100], [2000, 300]) }),
    zone_prices: [{ from: "germany", to: "abroad", base: 900, weight_steps: steps([0, 0], [500, 40]) }],
  },
};
const zoneStepCases: Case[] = [
  {
    why: "A pair of zones has weight steps of its own.",
    ...zoned,
    delivery: { country: "FR" },
    lines: ["base 900", "weight_step 40"],
  },
  {
    why: "Other pairs have those of the service.",
    ...zoned,
    parcels: [{ weight_grams: 2000 }],
    lines: ["base 500", "weight_step 300"],
  },
];

const sized = (length_mm: number | null, width_mm: number | null, height_mm: number | null) => ({
  parcels: [{ length_mm, width_mm, height_mm }],
});
const sizeCases: Case[] = [
  {
    why: "Sides of exactly the sum are allowed.",
    service: { limits: { sides_sum_mm: 1250 } },
    ...sized(500, 400, 350),
    price: 500,
  },
  {
    why: "A millimeter more is too large.",
    service: { limits: { sides_sum_mm: 1250 } },
    ...sized(351, 500, 400),
    refused: ["dimensions_exceeded", `${service}/limits/sides_sum_mm`],
  },
  {
    why: "The limit is of each parcel, not of all together, and an unknown side is no side.",
    service: { limits: { sides_sum_mm: 1250 } },
    parcels: [
      { quantity: 9, length_mm: 500, width_mm: 400, height_mm: 350 },
      { length_mm: 1250, width_mm: null, height_mm: null },
    ],
    price: 500,
  },
  {
    why: "The girth is the longest side and twice the others: 1,200 + 2 × 900.",
    service: { limits: { girth_mm: 3000 } },
    ...sized(300, 1200, 600),
    price: 500,
  },
  {
    why: "The others twice: 1,200 + 2 × 901.",
    service: { limits: { girth_mm: 3000 } },
    ...sized(301, 1200, 600),
    refused: ["dimensions_exceeded", `${service}/limits/girth_mm`],
  },
];

const islands = { code: "islands", countries: ["DE"], postal_prefixes: ["25980"] };
const onIsland = { postal_code: "25980" };
const conditionCases: Case[] = [
  {
    why: "A zone that the service does not list holds for what lies in it: an island, delivered to.",
    card: { zones: [germany, islands] },
    service: fixed({ zone: "islands", at: "delivery" }),
    delivery: onIsland,
    lines: withExtra,
  },
  {
    why: "It is judged at the pickup unless it says otherwise.",
    card: { zones: [germany, islands] },
    service: fixed({ zone: "islands" }),
    delivery: onIsland,
    lines: without,
  },
  {
    why: "A zone that the service lists holds where it counts for the address, not where an earlier one does.",
    card: { zones: [center, germany] },
    service: { pickup_zones: ["center", "germany"], ...fixed({ zone: "germany" }) },
    lines: without,
  },
  {
    why: "It holds beyond the earlier one.",
    card: { zones: [center, germany] },
    service: { pickup_zones: ["center", "germany"], ...fixed({ zone: "germany" }) },
    pickup: { postal_code: "13353" },
    lines: withExtra,
  },
  {
    why: "A circle that nobody can judge is no free way around the surcharge.",
    card: { zones: [germany, near] },
    service: fixed({ zone: "near", at: "delivery" }),
    refused: ["incomplete_address", `${service}/surcharges/0/when/zone`],
  },
  {
    why: "A place beyond the circle has no surcharge.",
    card: { zones: [germany, near] },
    service: fixed({ zone: "near", at: "delivery" }),
    delivery: at(53, 13.405),
    lines: without,
  },
  {
    why: "An hour of the delivery is not one of the pickup: picked up at 18:30, delivered at 19:30.",
    service: fixed({ at: "delivery", from: "19:00", to: "23:00" }),
    now: "2026-11-23T17:30:00.000Z",
    lines: withExtra,
  },
  {
    why: "Delivered at 18:59, it does not hold.",
    service: fixed({ at: "delivery", from: "19:00", to: "23:00" }),
    now: "2026-11-23T16:59:00.000Z",
    lines: without,
  },
  {
    why: "An unknown time of delivery is none in the evening.",
    service: {
      ...fixed({ at: "delivery", from: "19:00", to: "23:00" }),
      speed_kmh: 20,
      transit_minutes: null,
    },
    now: "2026-11-23T17:30:00.000Z",
    lines: without,
    deliveryAt: null,
  },
  {
    why: "The longest side decides, of any parcel.",
    service: fixed({ side_over_mm: 457 }),
    parcels: [{}, { height_mm: 458 }],
    lines: withExtra,
  },
  {
    why: "A side of exactly that is not over, nor is an unknown one.",
    service: fixed({ side_over_mm: 457 }),
    parcels: [{}, { height_mm: 457 }],
    lines: without,
  },
  {
    why: "The real weight of all parcels decides: 2 × 5,001 g.",
    service: { ...fixed({ weight_over_grams: 10_000 }), dimensional_divisor: 5000 },
    parcels: [{ quantity: 2, weight_grams: 5001 }],
    lines: withExtra,
  },
  {
    why: "Not the weight by volume, however large.",
    service: { ...fixed({ weight_over_grams: 10_000 }), dimensional_divisor: 5000 },
    ...sized(900, 900, 900),
    lines: without,
  },
  {
    why: "A date is of the card's time zone: 23:30 UTC is the next day in Berlin.",
    service: fixed({ dates: ["2026-12-24"] }),
    now: "2026-12-23T23:30:00.000Z",
    lines: withExtra,
  },
  {
    why: "A night that starts on the date goes on to the next morning; the date before has none.",
    service: fixed({ dates: ["2026-12-24"], from: "22:00", to: "04:00" }),
    now: "2026-12-24T01:00:00.000Z",
    lines: without,
  },
  {
    why: "The date of the delivery, where it says so.",
    service: fixed({ dates: ["2026-12-24"], at: "delivery" }),
    now: "2026-12-23T22:30:00.000Z",
    lines: withExtra,
  },
  {
    why: "A window of less than four hours costs more.",
    service: fixed({ window_under_minutes: 240 }),
    deliveryWindow: window("2026-11-24T09:00", "2026-11-24T12:59"),
    lines: withExtra,
  },
  {
    why: "One of four hours does not.",
    service: fixed({ window_under_minutes: 240 }),
    deliveryWindow: window("2026-11-24T09:00", "2026-11-24T13:00"),
    lines: without,
  },
  { why: "Nor does none.", service: fixed({ window_under_minutes: 240 }), lines: without },
];

const remote = { code: "remote", name: "Remote", amount: 600 };
const fuel = { code: "fuel", name: "Fuel", percent: 5 };
const percentCases: Case[] = [
  {
    why: "A percent is of the lines above the surcharges.",
    service: { surcharges: [remote, fuel] },
    lines: ["base 500", "remote 600", "fuel 25"],
  },
  {
    why: "It says so, or that it is of all before.",
    service: {
      surcharges: [
        remote,
        { ...fuel, percent_of: "all_before" },
        { ...fuel, code: "own", percent_of: "lines" },
      ],
    },
    lines: ["base 500", "remote 600", "fuel 55", "own 25"],
  },
];

const days = { mon: ["08:00-18:00"], tue: ["08:00-18:00"], sat: ["09:00-12:00"] };
const orderCases: Case[] = [
  {
    why: "Ordered at 11:00 for a day that one orders until 14:00: in the afternoon of the same day.",
    service: { hours: days, order_until: "14:00" },
    pickupWindow: window("2026-11-23T15:00", "2026-11-23T17:00"),
    pickupAt: "2026-11-23T15:00:00.000Z",
  },
  {
    why: "Ordered a minute later than that, it is picked up on the next open day.",
    service: { hours: days, order_until: "14:00" },
    now: "2026-11-23T13:01:00.000Z",
    pickupAt: "2026-11-24T07:00:00.000Z",
  },
  {
    why: "A window of today is then no more open.",
    service: { hours: days, order_until: "14:00" },
    now: "2026-11-23T13:01:00.000Z",
    pickupWindow: window("2026-11-23T15:00", "2026-11-23T16:00"),
    refused: ["window_unavailable", `${service}/order_until`],
  },
  {
    why: "By weekday: Tuesday until 17:00 on the day before.",
    service: { hours: days, order_until: { mon: { time: "10:00" }, tue: { time: "17:00", days_before: 1 } } },
    now: "2026-11-23T16:00:00.000Z",
    pickupAt: "2026-11-24T07:00:00.000Z",
  },
  {
    why: "After that, Saturday has no such time.",
    service: { hours: days, order_until: { mon: { time: "10:00" }, tue: { time: "17:00", days_before: 1 } } },
    now: "2026-11-23T16:00:01.000Z",
    pickupAt: "2026-11-28T08:00:00.000Z",
  },
  {
    why: "The latest pickup is what the cut-off is.",
    service: { hours: days, latest_pickup: "10:59" },
    pickupAt: "2026-11-24T07:00:00.000Z",
  },
  {
    why: "It can differ by weekday, under both names.",
    service: { hours: days, cut_off: { mon: "17:00", sat: "11:00" } },
    pickupWindow: window("2026-11-28T10:01", "2026-11-28T11:00"),
    refused: ["window_unavailable", `${service}/cut_off`],
  },
  {
    why: "A day without an entry has none.",
    service: { hours: days, latest_pickup: { sat: "11:00" } },
    pickupWindow: window("2026-11-23T16:30", "2026-11-23T17:00"),
    pickupAt: "2026-11-23T16:30:00.000Z",
  },
  {
    why: "The refusal names the member that was sent.",
    service: { hours: days, latest_pickup: "10:00" },
    pickupWindow: window("2026-11-23T10:00", "2026-11-23T11:00"),
    refused: ["window_unavailable", `${service}/latest_pickup`],
  },
];

testCases([
  ["the way", wayCases],
  ["weight steps of zones", zoneStepCases],
  ["sizes", sizeCases],
  ["conditions", conditionCases],
  ["percent", percentCases],
  ["orders", orderCases],
]);
