import { describe, expect, test } from "bun:test";
import { exampleCard } from "../../../../../src/delivery/carriers/kinds/fleet/example.ts";
import { cardErrors } from "../../../../../src/delivery/carriers/kinds/fleet/faults.ts";
import { type RateCard, RateCardSchema } from "../../../../../src/delivery/carriers/kinds/fleet/schema.ts";
import { errorsOf } from "../../../../../src/infra/http/validation.ts";
import { type CardChange, cardOf, center, germany, near, plainService } from "./support.ts";

const service = "#/services/0";
const first = (errors: { pointer?: string; code: string }[]) =>
  errors.map(({ pointer, code }) => `${pointer} ${code}`);

test("the example has no fault, nor has a card with nothing but what is required", () => {
  for (const card of [exampleCard, cardOf({})] as RateCard[]) {
    expect(errorsOf(RateCardSchema, card, "pointer")).toEqual([]);
    expect(cardErrors(card)).toEqual([]);
  }
});

describe("each member is judged by its schema", () => {
  const broken: [why: string, change: object, service: object, error: string][] = [
    ["an unknown currency", { currency: "EURO" }, {}, "#/currency format"],
    ["an unknown member", { zone: [] }, {}, "#/zone unknown_field"],
    ["no service", { services: [] }, {}, "#/services min_items"],
    ["no cancellation", {}, { cancellation: undefined }, `${service}/cancellation required`],
    ["a negative base", {}, { price: { base: -1 } }, `${service}/price/base minimum`],
    ["half a cent", {}, { price: { base: 0.5 } }, `${service}/price/base type`],
    ["an amount without end", {}, { price: { base: 1e300 } }, `${service}/price/base maximum`],
    ["an hour that no clock has", {}, { hours: { mon: ["08:00-24:00"] } }, `${service}/hours/mon/0 format`],
    ["a day that no week has", {}, { hours: { holiday: [] } }, `${service}/hours/holiday unknown_field`],
    ["a date that no year has", {}, { closed_dates: ["2026-02-30"] }, `${service}/closed_dates/0 format`],
    [
      "a date that is given twice",
      {},
      { closed_dates: ["2026-02-02", "2026-02-02"] },
      `${service}/closed_dates unique_items`,
    ],
    ["a cut-off without minutes", {}, { cut_off: "18" }, `${service}/cut_off format`],
    ["a cut-off of a number", {}, { cut_off: 18 }, `${service}/cut_off type`],
    [
      "a day of it without minutes",
      {},
      { latest_pickup: { mon: "17:00", tue: "17" } },
      `${service}/latest_pickup/tue format`,
    ],
    [
      "an order on a day without a time",
      {},
      { order_until: { mon: { days_before: 1 } } },
      `${service}/order_until/mon/time required`,
    ],
    [
      "an order too far ahead",
      {},
      { order_until: { mon: { time: "14:00", days_before: 31 } } },
      `${service}/order_until/mon/days_before maximum`,
    ],
    [
      "a country that does not exist",
      { zones: [{ code: "x", countries: ["XX"] }] },
      {},
      "#/zones/0/countries/0 format",
    ],
    [
      "a latitude beyond the pole",
      { zones: [{ ...near, radius: { ...near.radius, latitude: 91 } }] },
      {},
      "#/zones/0/radius/latitude maximum",
    ],
    ["a code with a space", {}, { code: "next day" }, `${service}/code format`],
    [
      "a fee above the price",
      {},
      { cancellation: [{ until: "at_pickup", percent: 101 }] },
      `${service}/cancellation/0/percent maximum`,
    ],
    [
      "a fee at the door",
      {},
      { cancellation: [{ until: "at_delivery", percent: 1 }] },
      `${service}/cancellation/0/until enum`,
    ],
    [
      "an unknown requirement",
      {},
      { surcharges: [{ code: "x", name: "X", amount: 1, when: { requirement: "smile" } }] },
      `${service}/surcharges/0/when/requirement enum`,
    ],
  ];
  test.each(broken)("%s", (_why, change, changed, error) => {
    const card = { ...cardOf({}), services: [{ ...plainService, ...changed }], ...change };
    const sent = JSON.parse(JSON.stringify(card));
    expect(first(errorsOf(RateCardSchema, sent, "pointer"))).toEqual([error]);
  });
});

describe("what fits its schema and cannot be", () => {
  const fixed = { code: "fixed", name: "Fixed", amount: 1 };
  const broken: [why: string, change: CardChange, ...errors: string[]][] = [
    ["a time zone that does not exist", { card: { time_zone: "Mars/Olympus" } }, "#/time_zone format"],
    ["an offset, which knows no summer time", { card: { time_zone: "+01:00" } }, "#/time_zone format"],
    ["two zones with one code", { card: { zones: [germany, germany] } }, "#/zones/1/code duplicate"],
    ["a zone of nothing", { card: { zones: [germany, { code: "x" }] } }, "#/zones/1/countries required"],
    [
      "a zone of two forms",
      { card: { zones: [germany, { ...center, ...near }] } },
      "#/zones/1/countries contradictory",
      "#/zones/1/postal_prefixes contradictory",
    ],
    [
      "prefixes of no country",
      { card: { zones: [germany, { code: "x", postal_prefixes: ["1"] }] } },
      "#/zones/1/countries required",
    ],
    [
      "a prefix of nothing",
      { card: { zones: [germany, { ...center, postal_prefixes: ["1", " - "] }] } },
      "#/zones/1/postal_prefixes/1 format",
    ],
    [
      "a price by kilometer and by mile",
      { service: { price: { base: 1, per_km: 1, per_mile: 1, included_miles: 2 } } },
      `${service}/price/per_mile contradictory`,
      `${service}/price/included_miles contradictory`,
    ],
    [
      "a price by kilometer and in steps",
      { service: { price: { base: 1, included_km: 1, distance_steps: [{ from_meters: 0, per_km: 1 }] } } },
      `${service}/price/distance_steps contradictory`,
    ],
    [
      "started kilometers of a price by mile",
      { service: { price: { base: 1, per_mile: 1, started_km: true } } },
      `${service}/price/started_km contradictory`,
    ],
    [
      "steps of the distance that fall",
      {
        service: {
          price: {
            base: 1,
            distance_steps: [
              { from_meters: 5, per_km: 1 },
              { from_meters: 5, per_km: 2 },
            ],
          },
        },
      },
      `${service}/price/distance_steps/1/from_meters order`,
    ],
    [
      "steps of a pair of zones that fall",
      {
        service: {
          zone_prices: [
            {
              from: "germany",
              to: "germany",
              base: 1,
              weight_steps: [
                { from_grams: 5, amount: 1 },
                { from_grams: 4, amount: 2 },
              ],
            },
          ],
        },
      },
      `${service}/zone_prices/0/weight_steps/1/from_grams order`,
    ],
    [
      "a surcharge in a zone that the card lacks",
      { service: { surcharges: [{ ...fixed, when: { zone: "moon" } }] } },
      `${service}/surcharges/0/when/zone unknown_zone`,
    ],
    [
      "what an amount is a percent of",
      { service: { surcharges: [{ ...fixed, percent_of: "lines" }] } },
      `${service}/surcharges/0/percent_of contradictory`,
    ],
    [
      "two latest pickups",
      { service: { latest_pickup: "17:00", cut_off: { mon: "17:00" } } },
      `${service}/latest_pickup contradictory`,
    ],
    [
      "a thousandth of a percent for a return",
      { service: { return_percent: 0.001, failed_percent: 0.005 } },
      `${service}/return_percent decimals`,
      `${service}/failed_percent decimals`,
    ],
    [
      "a circle with towns",
      { card: { zones: [germany, { ...near, cities: ["Berlin"] }] } },
      "#/zones/1/cities contradictory",
    ],
    [
      "a town of nothing",
      { card: { zones: [germany, { code: "x", countries: ["DE"], cities: ["Berlin", "- "] }] } },
      "#/zones/1/cities/1 format",
    ],
    [
      "two services with one code",
      { card: { services: [plainService, plainService] } },
      "#/services/1/code duplicate",
    ],
    [
      "a pickup zone that the card lacks",
      { service: { pickup_zones: ["germany", "moon"] } },
      `${service}/pickup_zones/1 unknown_zone`,
    ],
    [
      "a delivery zone that the card lacks",
      { service: { delivery_zones: ["moon"] } },
      `${service}/delivery_zones/0 unknown_zone`,
    ],
    [
      "prices of zones that the service does not list",
      {
        card: { zones: [germany, center] },
        service: { zone_prices: [{ from: "center", to: "moon", base: 1 }] },
      },
      `${service}/zone_prices/0/from unknown_zone`,
      `${service}/zone_prices/0/to unknown_zone`,
    ],
    [
      "two prices for a pair of zones",
      { service: { zone_prices: [1, 2].map((base) => ({ from: "germany", to: "germany", base })) } },
      `${service}/zone_prices/1 duplicate`,
    ],
    [
      "sides that are not longest first",
      { service: { limits: { length_mm: 600, height_mm: 900 } } },
      `${service}/limits/height_mm contradictory`,
    ],
    [
      "grams in decimals",
      { service: { price: { base: 1, included_km: 1.2345, included_kg: 0.0001 } } },
      `${service}/price/included_km decimals`,
      `${service}/price/included_kg decimals`,
    ],
    [
      "a minimum above the maximum",
      { service: { price: { base: 1, minimum: 600, maximum: 599 } } },
      `${service}/price/maximum contradictory`,
    ],
    [
      "steps that do not rise",
      {
        service: {
          price: { base: 1, weight_steps: [0, 10, 10, 5].map((from_grams) => ({ from_grams, amount: 1 })) },
        },
      },
      `${service}/price/weight_steps/2/from_grams order`,
      `${service}/price/weight_steps/3/from_grams order`,
    ],
    [
      "a surcharge of nothing",
      { service: { surcharges: [{ code: "x", name: "X" }] } },
      `${service}/surcharges/0/amount required`,
    ],
    [
      "a surcharge of two kinds",
      { service: { surcharges: [{ ...fixed, percent: 5 }] } },
      `${service}/surcharges/0/percent contradictory`,
    ],
    [
      "a surcharge with three decimals",
      { service: { surcharges: [{ code: "x", name: "X", percent: 0.125 }] } },
      `${service}/surcharges/0/percent decimals`,
    ],
    [
      "a surcharge that is called as a line",
      { service: { surcharges: [{ ...fixed, code: "base" }] } },
      `${service}/surcharges/0/code reserved`,
    ],
    [
      "two surcharges with one code",
      { service: { surcharges: [fixed, fixed] } },
      `${service}/surcharges/1/code duplicate`,
    ],
    [
      "an evening without an end",
      { service: { surcharges: [{ ...fixed, when: { from: "18:00" } }] } },
      `${service}/surcharges/0/when/to required`,
    ],
    [
      "fees that go back in time",
      {
        service: {
          cancellation: [
            { until: "at_pickup", percent: 0 },
            { until: "confirmed", percent: 5 },
          ],
        },
      },
      `${service}/cancellation/1/until order`,
    ],
    [
      "two fees until one moment",
      {
        service: {
          cancellation: [
            { until: "at_pickup", percent: 0 },
            { until: "at_pickup", percent: 5 },
          ],
        },
      },
      `${service}/cancellation/1/until order`,
    ],
    ["hours without an opening", { service: { hours: { mon: [] } } }, `${service}/hours required`],
    [
      "openings that overlap",
      { service: { hours: { mon: ["08:00-12:00", "11:59-13:00"] } } },
      `${service}/hours/mon/1 overlap`,
    ],
    [
      "a night that runs into the morning's opening",
      { service: { hours: { mon: ["22:00-08:30"], tue: ["08:00-12:00"] } } },
      `${service}/hours/tue/0 overlap`,
    ],
    [
      "a Sunday that runs into Monday",
      { service: { hours: { mon: ["00:00-12:00"], sun: ["22:00-04:00"] } } },
      `${service}/hours/sun/0 overlap`,
    ],
    [
      "a cut-off before every opening",
      { service: { hours: { mon: ["08:00-12:00"] }, cut_off: "07:59" } },
      `${service}/cut_off contradictory`,
    ],
    [
      "neither a speed nor a transit",
      { service: { transit_minutes: null } },
      `${service}/speed_kmh required`,
    ],
  ];
  test.each(broken)("%s", (_why, change, ...errors) => {
    const card = cardOf(change);
    expect(errorsOf(RateCardSchema, card, "pointer")).toEqual([]);
    expect(first(cardErrors(card))).toEqual(errors);
  });

  const allowed: [why: string, change: CardChange][] = [
    [
      "openings that touch",
      { service: { hours: { mon: ["08:00-12:00", "12:00-13:00"], sun: ["20:00-00:00"] } } },
    ],
    [
      "a night up to the morning's opening",
      { service: { hours: { mon: ["22:00-08:00"], tue: ["08:00-12:00"] } } },
    ],
    ["a day of 24 hours", { service: { hours: { mon: ["06:00-06:00"], tue: ["06:00-06:00"] } } }],
    ["a minimum that is the maximum", { service: { price: { base: 1, minimum: 600, maximum: 600 } } }],
    ["the same latest pickup under both names", { service: { latest_pickup: "17:00", cut_off: "17:00" } }],
    ["a cut-off in the morning after", { service: { hours: { fri: ["22:00-04:00"] }, cut_off: "02:00" } }],
  ];
  test.each(allowed)("%s can be", (_why, change) => {
    expect(cardErrors(cardOf(change))).toEqual([]);
  });

  test("all faults are named at once, up to fifty", () => {
    const zones = Array.from({ length: 80 }, () => ({ code: "x" }));
    expect(cardErrors(cardOf({ card: { zones } }))).toHaveLength(50);
    const card = cardOf({
      card: { time_zone: "X" },
      service: { pickup_zones: ["moon"], transit_minutes: null },
    });
    expect(first(cardErrors(card))).toEqual([
      "#/time_zone format",
      `${service}/pickup_zones/0 unknown_zone`,
      `${service}/speed_kmh required`,
    ]);
  });

  test("a member that does not fit its schema hides no fault of the others", () => {
    const card = {
      ...cardOf({}),
      currency: "EURO",
      time_zone: "Mars/Olympus",
      zones: [germany, { code: "Near!", countries: ["DE"], radius: near.radius }, "center", germany],
      services: [
        {
          ...plainService,
          name: "",
          pickup_zones: ["germany", "moon"],
          delivery_zones: [7],
          price: { base: -1, minimum: 2, maximum: 1, weight_steps: "none" },
          surcharges: [
            { code: "a", name: 1, amount: 1 },
            { code: "b", name: "B" },
          ],
          cancellation: [{ until: "never", percent: 1 }],
          transit_minutes: null,
        },
        null,
        plainService,
        { ...plainService, hours: {} },
      ],
    };
    expect(first(cardErrors(card)).toSorted()).toEqual(
      [
        "#/currency format",
        "#/time_zone format",
        "#/zones/1/code format",
        "#/zones/1/countries contradictory",
        "#/zones/2 type",
        "#/zones/3/code duplicate",
        `${service}/name min_length`,
        `${service}/pickup_zones/1 unknown_zone`,
        `${service}/delivery_zones/0 type`,
        `${service}/price/base minimum`,
        `${service}/price/maximum contradictory`,
        `${service}/price/weight_steps type`,
        `${service}/surcharges/0/name type`,
        `${service}/surcharges/1/amount required`,
        `${service}/cancellation/0/until enum`,
        `${service}/speed_kmh required`,
        "#/services/1 type",
        "#/services/2/code duplicate",
        "#/services/3/code duplicate",
        "#/services/3/hours required",
      ].toSorted(),
    );
  });

  test.each([[null], ["card"], [[]], [{}], [{ zones: {}, services: 1 }], [{ zones: [], services: [] }]])(
    "what is no card at all, such as %j, is only judged by the schema",
    (card) => {
      expect(cardErrors(card)).toEqual(errorsOf(RateCardSchema, card, "pointer"));
      expect(cardErrors(card)).not.toEqual([]);
    },
  );
});
