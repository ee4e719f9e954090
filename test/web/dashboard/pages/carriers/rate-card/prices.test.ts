import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { exampleCard, startCard } from "../../../../../../src/delivery/carriers/kinds/fleet/example.ts";
import { cardErrors } from "../../../../../../src/delivery/carriers/kinds/fleet/faults.ts";
import type { RateCard } from "../../../../../../src/delivery/carriers/kinds/fleet/schema.ts";
import { areaOf, areaText } from "../../../../../../src/web/dashboard/pages/carriers/rate-card/areas.ts";
import {
  areasMax,
  newPrices,
  type PricesValues,
  pricesOf,
} from "../../../../../../src/web/dashboard/pages/carriers/rate-card/prices.ts";
import {
  cardOfPrices,
  inPrices,
} from "../../../../../../src/web/dashboard/pages/carriers/rate-card/prices-request.ts";
import { rateFirst, shipmentOf } from "../../../../../delivery/carriers/kinds/fleet/support.ts";

/** A rate card as a list of prices: what it shows of a card, and what it sends. */

const area = (where: string, price: number | string) => ({ code: "", where, price });
const first = newPrices();
const listed = (change: Partial<PricesValues>): PricesValues => ({
  ...first,
  country: "DE",
  currency: "EUR",
  kept: { ...first.kept, card: { time_zone: "Europe/Berlin" } },
  ...change,
});
const cardFrom = (change: Partial<PricesValues>) => cardOfPrices(listed(change)) as RateCard;

describe("a list of prices", () => {
  test("becomes a card in which the higher price of two areas counts, and the evening costs more", () => {
    const card = cardFrom({ areas: [area("101 102", 4.5), area("Berlin", 7), area("", 12)], evening: 3 });
    expect(cardErrors(card)).toEqual([]);
    const priceOf = (from: object, to: object, now?: string) => {
      const result = rateFirst(card, shipmentOf({ pickup: from, delivery: to, ...(now && { now }) }));
      return result.kind === "offer" ? result.offer.lines.map(({ amount }) => amount) : result.refusal.code;
    };
    const [center, town, country] = [
      { postal_code: "10119" },
      { postal_code: "13353" },
      { postal_code: "80331", city: "München" },
    ];
    expect([priceOf(center, center), priceOf(center, town), priceOf(town, center)]).toEqual([
      [450],
      [700],
      [700],
    ]);
    expect([priceOf(town, town), priceOf(town, country), priceOf(country, country)]).toEqual([
      [700],
      [1200],
      [1200],
    ]);
    expect(priceOf(center, { country: "AT" })).toBe("out_of_zone");
    // The driver comes half an hour later: at 18:10 in Berlin.
    expect(priceOf(center, center, "2026-11-23T16:40:00.000Z")).toEqual([450, 300]);
    expect(priceOf(center, center, "2026-11-23T16:20:00.000Z")).toEqual([450]);
  });

  test("of one area is one price", () => {
    const { zones, services } = cardFrom({ areas: [area("", 9.9)] });
    expect(zones).toEqual([{ code: "area_1", countries: ["DE"] }]);
    expect(services[0]).toMatchObject({ price: { base: 990 }, pickup_zones: ["area_1"] });
    expect(services[0]).not.toHaveProperty("zone_prices");
    expect(services[0]).not.toHaveProperty("surcharges");
  });

  const wheres = ["101, 102", "10115, Potsdam", "Bad Homburg", "", "München, Frankfurt (Oder)"];
  const amount = fc.integer({ min: 0, max: 2000 }).map((cents) => cents / 100);
  test("shows the same again, and keeps what it does not show", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ code: fc.constant(""), where: fc.constantFrom(...wheres), price: amount }), {
          minLength: 1,
          maxLength: areasMax,
        }),
        fc.option(amount, { nil: "" }),
        (areas, evening) => {
          const values = listed({ areas, evening });
          const card = cardOfPrices(values) as RateCard;
          expect(cardErrors(card)).toEqual([]);
          const again = pricesOf(card);
          expect(again?.areas.map(({ where, price }) => [where, price])).toEqual(
            areas.map(({ where, price }) => [where, price]),
          );
          expect([again?.evening, again?.country, again?.currency]).toEqual([evening, "DE", "EUR"]);
          expect(again && cardOfPrices(again)).toEqual(card as never);
        },
      ),
    );
    const shown = pricesOf({ version: 3, ...startCard });
    expect(shown?.areas).toEqual([
      { code: "center", where: "101, 102", price: 4.5 },
      { code: "town", where: "Berlin", price: 7 },
    ]);
    expect(shown && cardOfPrices(shown)).toEqual(startCard as never);
  });

  test("has opening hours for each day, which stay those of the card", () => {
    const { hours } = first;
    const open = { isAlwaysOpen: false, hours: { ...hours, mon: "08:00-12:00, 14:00-18:00", sat: "9-13" } };
    const card = cardFrom({ areas: [area("", 9.9)], ...open });
    expect(card.services[0]?.hours).toEqual({ mon: ["08:00-12:00", "14:00-18:00"], sat: ["9-13"] });
    const problem = { status: 422, code: "validation_failed", title: "", detail: "" } as const;
    const errors = [{ pointer: "#/services/0/hours/sat/0", code: "pattern", detail: "must be a span" }];
    const values = listed({ areas: [area("", 9.9)], ...open });
    expect(inPrices({ ...problem, errors }, values).errors?.[0]?.pointer).toBe("#/hours/sat/0");
    const again = pricesOf({ version: 1, ...cardFrom({ areas: [area("", 9.9)], ...open }) });
    expect(again).toMatchObject({ isAlwaysOpen: false, hours: { mon: "08:00-12:00, 14:00-18:00", sun: "" } });
    expect(cardFrom({ areas: [area("", 9.9)] }).services[0]).not.toHaveProperty("hours");
  });

  test("gives a new area a code of its own, and leaves the codes of the others", () => {
    const areas = [
      area("1", 1),
      { code: "area_1", where: "2", price: 2 },
      area("3, Bad Homburg", 3),
      area("bad homburg", 4),
    ];
    expect(cardFrom({ areas }).zones.map(({ code }) => code)).toEqual([
      "area_2",
      "area_1",
      "bad_homburg",
      "area_3",
    ]);
  });

  const [one] = startCard.services;
  const plain = cardFrom({ areas: [area("101", 4), area("102", 5)] });
  const withService = (change: object) => ({ ...plain, services: [{ ...plain.services[0], ...change }] });
  test.each([
    ["the complete example", exampleCard],
    ["two services", { ...startCard, services: [one, { ...one, code: "other" }] }],
    ["a price by distance", withService({ price: { base: 400, per_km: 10 } })],
    [
      "a pair that costs less than one of its areas",
      withService({ zone_prices: [{ from: "area_2", to: "area_2", base: 500 }] }),
    ],
    ["a surcharge by percent", withService({ surcharges: [{ code: "a", name: "A", percent: 5 }] })],
    [
      "a surcharge on some days",
      withService({
        surcharges: [
          { code: "a", name: "A", amount: 5, when: { days: ["mon"], from: "08:00", to: "09:00" } },
        ],
      }),
    ],
    ["an area that it does not deliver to", withService({ delivery_zones: ["area_1"] })],
    ["two countries", { ...plain, zones: [plain.zones[0], { code: "area_2", countries: ["AT"] }] }],
    [
      "a town with a number",
      { ...plain, zones: [plain.zones[0], { code: "area_2", countries: ["DE"], cities: ["X 1"] }] },
    ],
    [
      "more areas",
      { ...plain, zones: Array.from({ length: 6 }, (_, at) => ({ code: `z${at}`, countries: ["DE"] })) },
    ],
  ])("does not show a card with %s", (_what, card) => {
    expect(pricesOf(card as RateCard)).toBeUndefined();
  });
});

describe("an area as it is typed", () => {
  test.each([
    ["101 102;103\nPotsdam", "DE", { postal_prefixes: ["101", "102", "103"], cities: ["Potsdam"] }],
    ["10115 Berlin", "DE", { postal_prefixes: ["10115"], cities: ["Berlin"] }],
    ["New  York, 100", "US", { postal_prefixes: ["100"], cities: ["New York"] }],
    ["N, M1 1, EC1, London", "GB", { postal_prefixes: ["N", "M1 1", "EC1"], cities: ["London"] }],
    [" , ;", "DE", {}],
  ])("%j in %s", (text, country, expected) => {
    expect(areaOf(text, country)).toEqual(expected);
    expect(areaOf(areaText(expected, country), country)).toEqual(expected);
  });
});

test("what the API refuses is said at the field that it came from", () => {
  const values = listed({
    country: "",
    areas: [area("-", "four"), area("2", "4,5 or so"), area("3", 0.001)],
    evening: "x",
  });
  const errors = cardErrors(cardOfPrices(values));
  const problem = { status: 422, code: "validation_failed", title: "", detail: "", errors } as const;
  const said = inPrices(problem, values).errors?.map(({ pointer, detail }) => `${pointer} ${detail}`);
  expect(new Set(said)).toEqual(
    new Set([
      "#/country is required",
      "#/areas/0/price must be an amount, such as 4.50",
      "#/areas/1/price must be an amount, such as 4.50",
      "#/areas/2/price must have at most 2 decimals",
      "#/evening must be an amount, such as 4.50",
    ]),
  );
});
