import { describe, expect, test } from "bun:test";
import { cardErrors } from "../../../../../src/delivery/carriers/kinds/fleet/faults.ts";
import { prepareCard } from "../../../../../src/delivery/carriers/kinds/fleet/rate-card.ts";
import { rate } from "../../../../../src/delivery/carriers/kinds/fleet/rating.ts";
import type { RateCard } from "../../../../../src/delivery/carriers/kinds/fleet/schema.ts";
import { atOnce } from "../../../../../src/infra/waiting/turns.ts";
import {
  type CardService,
  germany,
  middle,
  plainCard,
  plainService,
  type ShipmentChange,
  shipmentOf,
} from "./support.ts";

/**
 * Tariffs as carriers print them, each with prices computed from its words. The cheapest service that is offered is the
 * price: a tariff's size class is a service.
 */

interface Tariff {
  name: string;
  card: RateCard;
  prices: [what: string, shipment: ShipmentChange & { km?: number; miles?: number }, price: number][];
}

const cardOf = (...services: Partial<CardService>[]): RateCard => ({
  ...plainCard,
  services: services.map((change, index) => ({ ...plainService, code: `service_${index}`, ...change })),
});
const box = (kg: number, ...sides: number[]) => {
  const [length_mm = null, width_mm = null, height_mm = null] = sides.map((side) => Math.round(side * 10));
  return { parcels: [{ weight_grams: Math.round(kg * 1000), length_mm, width_mm, height_mm }] };
};
const steps = (...pairs: [kg: number, amount: number][]) =>
  pairs.map(([kg, amount]) => ({ from_grams: Math.round(kg * 1000), amount }));
/** A step for each started kilogram above. */
const startedKg = (from: number, to: number, amount: number) =>
  steps(
    [0, 0],
    ...Array.from({ length: to - from }, (_, at): [number, number] => [from + at + 0.001, (at + 1) * amount]),
  );
const evening = "2026-11-23T18:00:00.000Z";

const bicycle = (per_km: number, sides_sum_mm: number): Partial<CardService> => ({
  limits: { sides_sum_mm },
  price: { base: 900, per_km },
  surcharges: [{ code: "late", name: "After hours", percent: 50, when: { from: "18:00", to: "08:00" } }],
});

const parcel = (kg: number, base: number, limits: object): Partial<CardService> => ({
  limits: { weight_grams: Math.round(kg * 1000), ...limits },
  price: { base },
});

const postal = (prefix: string) => ({ code: `zone_${prefix}`, countries: ["DE"], postal_prefixes: [prefix] });
const byZones: RateCard = {
  ...plainCard,
  zones: [postal("1"), postal("5"), postal("6")],
  services: [
    {
      ...plainService,
      pickup_zones: ["zone_1"],
      delivery_zones: ["zone_1", "zone_5", "zone_6"],
      price: { base: 0, weight_steps: steps([0, 270], [1.001, 345], [1.501, 441], [2.001, 530]) },
      zone_prices: [
        {
          from: "zone_1",
          to: "zone_5",
          base: 0,
          weight_steps: steps([0, 840], [0.501, 1015], [1.001, 1190]),
        },
        {
          from: "zone_1",
          to: "zone_6",
          base: 0,
          weight_steps: steps([0, 990], [0.501, 1230], [1.001, 1470]),
        },
      ],
    },
  ],
};

const tariffs: Tariff[] = [
  {
    name: "a bicycle courier with size classes by the sum of the sides",
    card: cardOf(bicycle(150, 1000), bicycle(200, 1500), bicycle(300, 2500)),
    prices: [
      ["small, 4 km", { ...box(2, 30, 30, 30), km: 4 }, 1500],
      ["medium by the sum of its sides, though none is long", { ...box(2, 50, 40, 35), km: 4 }, 1700],
      ["at the limit of small", { ...box(2, 50, 30, 20), km: 4 }, 1500],
      ["large", { ...box(2, 90, 60, 60), km: 4 }, 2100],
      ["after hours", { ...box(2, 30, 30, 30), km: 4, now: evening }, 2250],
    ],
  },
  {
    name: "parcel post in zones of half kilograms",
    card: byZones,
    prices: [
      ["home, 1 kg", { ...box(1) }, 270],
      ["home, a gram more", { ...box(1.001) }, 345],
      ["home, 2.001 kg", { ...box(2.001) }, 530],
      ["zone 5, half a kilogram", { ...box(0.5), delivery: { postal_code: "50667" } }, 840],
      ["zone 5, a gram more", { ...box(0.501), delivery: { postal_code: "50667" } }, 1015],
      ["zone 6, 1.2 kg", { ...box(1.2), delivery: { postal_code: "60311" } }, 1470],
    ],
  },
  {
    name: "a parcel service with a limit of girth",
    card: cardOf(
      parcel(2, 499, { length_mm: 600, width_mm: 300, height_mm: 150 }),
      parcel(5, 599, { length_mm: 1200, width_mm: 600, height_mm: 600, girth_mm: 3000 }),
      parcel(10, 749, { length_mm: 1200, width_mm: 600, height_mm: 600, girth_mm: 3000 }),
      parcel(31.5, 1399, { length_mm: 1200, width_mm: 600, height_mm: 600 }),
    ),
    prices: [
      ["2 kg", { ...box(2, 60, 30, 15) }, 499],
      ["2 kg, a centimeter higher", { ...box(2, 60, 30, 16) }, 599],
      ["9 kg, girth 300 cm", { ...box(9, 120, 60, 30) }, 749],
      ["9 kg, girth 360 cm", { ...box(9, 120, 60, 60) }, 1399],
      ["31.5 kg", { ...box(31.5, 120, 60, 60) }, 1399],
    ],
  },
  {
    name: "messengers of a city with boroughs, by mile",
    card: cardOf({
      price: { base: 3700, per_mile: 250 },
      surcharges: [
        { code: "large", name: "Over 18 inches", amount: 500, when: { side_over_mm: 457 } },
        { code: "heavy", name: "Over 25 lb", amount: 700, when: { weight_over_grams: 11_340 } },
        { code: "early", name: "Early", amount: 1000, when: { from: "00:00", to: "08:00" } },
      ],
    }),
    prices: [
      ["ten miles", { ...box(1, 30, 20, 10), miles: 10 }, 6200],
      ["ten miles, a side of 20 inches", { ...box(1, 50.8, 20, 10), miles: 10 }, 6700],
      ["exactly 18 inches", { ...box(1, 45.7, 20, 10), miles: 10 }, 6200],
      ["heavy and early", { ...box(12, 30, 20, 10), miles: 2, now: "2026-11-24T05:00:00.000Z" }, 5900],
    ],
  },
  {
    name: "an express of started kilometers in bands, and started kilograms",
    card: cardOf({
      price: {
        base: 1000,
        started_km: true,
        distance_steps: [
          { from_meters: 3000, per_km: 200 },
          { from_meters: 20_000, per_km: 300 },
        ],
        weight_steps: startedKg(5, 30, 200),
      },
      surcharges: [{ code: "night", name: "Night", amount: 500, when: { from: "22:00", to: "07:00" } }],
    }),
    prices: [
      ["3 km", { ...box(1), km: 3 }, 1000],
      ["5.4 km", { ...box(1), km: 5.4 }, 1600],
      ["10 km, 6.3 kg", { ...box(6.3), km: 10 }, 2800],
      ["20 km", { ...box(1), km: 20 }, 4400],
      ["22.1 km", { ...box(1), km: 22.1 }, 5300],
      ["5.4 km at night", { ...box(1), km: 5.4, now: "2026-11-23T22:00:00.000Z" }, 2100],
    ],
  },
  {
    name: "couriers with percents by day and hour",
    card: cardOf({
      price: { base: 2000 },
      surcharges: [
        {
          code: "evening",
          name: "Evening",
          percent: 30,
          when: { days: ["mon", "tue", "wed", "thu", "fri"], from: "18:00", to: "22:00" },
        },
        { code: "saturday", name: "Saturday", percent: 35, when: { days: ["sat"] } },
        { code: "sunday", name: "Sunday", percent: 40, when: { days: ["sun"] } },
      ],
    }),
    prices: [
      ["by day", {}, 2000],
      ["in the evening", { now: evening }, 2600],
      ["on Saturday", { now: "2026-11-28T18:00:00.000Z" }, 2700],
      ["on Sunday", { now: "2026-11-29T10:00:00.000Z" }, 2800],
    ],
  },
  {
    name: "a parcel tariff with fuel on the remote area, and a tax on all",
    card: {
      ...cardOf({
        price: { base: 900 },
        surcharges: [
          { code: "remote", name: "Remote area", amount: 600, when: { zone: "islands", at: "delivery" } },
          { code: "fuel", name: "Fuel", percent: 5, percent_of: "all_before" },
          { code: "tax", name: "Tax", percent: 20, percent_of: "all_before" },
        ],
      }),
      zones: [germany, { code: "islands", countries: ["DE"], postal_prefixes: ["25980"] }],
    },
    prices: [
      ["to the island", { delivery: { postal_code: "25980" } }, 1890],
      ["on the mainland", {}, 1134],
    ],
  },
  ...[4000, 5000, 6000].map((divisor): Tariff => {
    const grams = Math.ceil((40 * 30 * 25 * 1000) / divisor);
    return {
      name: `weight by volume ÷ ${divisor}, in started half kilograms`,
      card: cardOf({
        dimensional_divisor: divisor,
        price: {
          base: 0,
          weight_steps: Array.from({ length: 30 }, (_, at) => ({
            from_grams: at === 0 ? 0 : at * 500 + 1,
            amount: (at + 1) * 100,
          })),
        },
      }),
      prices: [
        ["by volume", { ...box(1, 40, 30, 25) }, Math.ceil(grams / 500) * 100],
        ["by weight", { ...box(9, 40, 30, 25) }, 1800],
      ],
    };
  }),
];

describe.each(tariffs.map((tariff) => [tariff.name, tariff] as const))("%s", (_name, { card, prices }) => {
  test("is a card without faults", () => {
    expect(cardErrors(card)).toEqual([]);
  });

  test.each(prices)("%s", (_what, { km, miles, ...shipment }, price) => {
    const meters = km === undefined ? miles && Math.round(miles * 1609.344) : Math.round(km * 1000);
    const places = meters === undefined ? {} : { pickup: middle, delivery: middle };
    const distance = meters === undefined ? null : { meters, source: "router" as const };
    const ratings = atOnce(
      rate(atOnce(prepareCard(card, 1)), shipmentOf({ ...places, ...shipment }), distance),
    );
    const offered = ratings.flatMap(({ result }) =>
      result.kind === "offer" ? [result.offer.lines.reduce((sum, { amount }) => sum + amount, 0)] : [],
    );
    expect(Math.min(...offered)).toBe(price);
  });
});
