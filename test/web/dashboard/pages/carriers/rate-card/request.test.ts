import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { exampleCard } from "../../../../../../src/delivery/carriers/kinds/fleet/example.ts";
import { cardErrors } from "../../../../../../src/delivery/carriers/kinds/fleet/faults.ts";
import type { RateCard } from "../../../../../../src/delivery/carriers/kinds/fleet/schema.ts";
import { normalPostal } from "../../../../../../src/delivery/carriers/kinds/fleet/zones.ts";
import { numberOf } from "../../../../../../src/web/dashboard/number-value.ts";
import { cardOf } from "../../../../../../src/web/dashboard/pages/carriers/rate-card/request.ts";
import {
  newCard,
  newService,
  newZone,
  valuesOf,
} from "../../../../../../src/web/dashboard/pages/carriers/rate-card/shown-card.ts";
import {
  blankFee,
  blankStep,
  blankSurcharge,
  blankZonePrice,
  type CardValues,
  type ServiceValues,
} from "../../../../../../src/web/dashboard/pages/carriers/rate-card/values.ts";
import { anyCard } from "./any-card.ts";

/** The form of a rate card: what it shows of a card, and what it sends. */

const roundTrip = (card: unknown) => cardOf(valuesOf(card as RateCard));
/** Members that are null are left out: they mean the same. */
const withoutNull = (card: unknown) =>
  JSON.parse(JSON.stringify(card, (_name, value) => (value === null ? undefined : value)));

/** The card of the form, after somebody typed into its first service. */
function cardAfter(type: (service: ServiceValues, values: CardValues) => void) {
  const values = { ...newCard(), currency: "EUR", time_zone: "Europe/Berlin" };
  const [service] = values.services;
  if (service) type(service, values);
  return cardOf(values) as { zones: Record<string, unknown>[]; services: Record<string, unknown>[] };
}

describe("a card that is shown and saved", () => {
  test("says what it said", () => {
    expect(roundTrip(exampleCard)).toEqual(withoutNull(exampleCard));
    expect(roundTrip({ ...exampleCard, version: 7 })).toEqual(withoutNull(exampleCard));
  });

  test("says the same whatever is in it, and the form shows the same again", () => {
    fc.assert(
      fc.property(anyCard, (made) => {
        expect(cardErrors(made)).toEqual([]);
        const values = valuesOf(made);
        const sent = cardOf(values);
        expect(sent).toEqual(withoutNull(made));
        expect(cardErrors(sent)).toEqual([]);
        expect(withoutKeys(valuesOf(sent as RateCard))).toEqual(withoutKeys(values));
      }),
    );
  });

  test("keeps a prefix of postal codes one prefix, though it has blanks in it", () => {
    const prefixes = ["SW1A 1", "110 00", "1000-0", " 11 ", "2, 3"];
    const zones = [{ code: "all", countries: ["GB"], postal_prefixes: prefixes }];
    const sent = roundTrip({ ...exampleCard, zones }) as RateCard;
    expect(sent.zones[0]?.postal_prefixes).toEqual(["SW1A 1", "11000", "1000-0", "11", "23"]);
    expect(sent.zones[0]?.postal_prefixes?.map(normalPostal)).toEqual(prefixes.map(normalPostal));
  });

  test("separates sectors from districts, where a blank is part of the code", () => {
    const british = (postal_prefixes: string) => {
      const values = { ...newCard(), zones: [{ ...newZone(), countries: ["GB", "DE"], postal_prefixes }] };
      return (cardOf(values) as unknown as RateCard).zones[0]?.postal_prefixes;
    };
    expect(british("M1 1, M11 m2 EC1A\n10 SW1A 1AA,1")).toEqual([
      "M1 1",
      "M11",
      "m2",
      "EC1A",
      "10",
      "SW1A 1AA",
      "1",
    ]);
    const prefixes = ["M1", "1", "M1 1", "N", "ec1a 1bb"];
    const zones = [{ code: "all", countries: ["DE", "JE"], postal_prefixes: prefixes }];
    expect((roundTrip({ ...exampleCard, zones }) as RateCard).zones[0]?.postal_prefixes).toEqual(prefixes);
  });

  test("keeps what the form does not show, so that the API can refuse it", () => {
    const [zone, circle] = exampleCard.zones;
    const [service] = exampleCard.services;
    const typed = {
      ...exampleCard,
      vat: 19,
      zones: [
        { ...zone, color: "red" },
        { ...circle, radius: { ...circle?.radius, kilometers: 6 } },
      ],
      services: [
        {
          ...service,
          tip: 5,
          limits: { ...service?.limits, volume_liters: 80 },
          price: {
            ...service?.price,
            per_kilometer: 90,
            weight_steps: [{ from_grams: 0, amount: 0, to: 9 }],
          },
          zone_prices: [{ from: "near", to: "center", base: 700, per_km: 5 }],
          surcharges: [
            { code: "a", name: "A", amount: 1, vat: 7, when: { from: "18:00", to: "22:00", month: 12 } },
          ],
          cancellation: [{ until: "at_pickup", percent: 50, amount: 3 }],
          hours: { mon: ["08:00-20:00"], monday: ["08:00-20:00"] },
        },
      ],
    };
    expect(roundTrip(typed)).toEqual(withoutNull(typed));
  });

  test("shows amounts as people write them", () => {
    const priceIn = (currency: string) =>
      valuesOf({ ...exampleCard, currency } as RateCard).services[0]?.price.base;
    expect(["EUR", "JPY", "KWD", "eur", ""].map(priceIn)).toEqual([4.5, 450, 0.45, 450, 450]);
  });

  test.each<[string, unknown]>([
    ["zones that are no list", { zones: 5, services: [] }],
    ["no services", { zones: [] }],
    ["a zone that is nothing", { zones: [null], services: [] }],
    ["a text", "card"],
    ["nothing", null],
  ])("cannot have %s: nothing is made of it", (_name, typed) => {
    expect(() => valuesOf(typed as RateCard)).toThrow(TypeError);
  });
});

describe("a card that is filled in", () => {
  test("has nothing of what was left empty", () => {
    expect(cardAfter(() => {})).toEqual({
      currency: "EUR",
      time_zone: "Europe/Berlin",
      zones: [{}],
      services: [{ pickup_zones: [], delivery_zones: [], price: {}, cancellation: [] }],
    } as never);
  });

  test("has amounts in minor units, each where it was typed", () => {
    const { services } = cardAfter((service) => {
      for (const name of ["base", "per_km", "per_kg", "per_parcel", "minimum", "maximum"] as const)
        service.price[name] = numberOf("4.50");
      Object.assign(service.price, { included_km: 2.5, included_kg: 5 });
      service.price.weight_steps = [blankStep, { from_grams: 1, amount: 0.07 }];
      service.zone_prices = [
        { from: "near", to: "far", base: 7, weight_steps: [{ from_grams: 0.5, amount: 1.2 }] },
        blankZonePrice,
      ];
      service.price.per_mile = 2.5;
      service.price.distance_steps = [{ from_meters: 1.5, per_km: 0.9 }];
      service.surcharges = [
        { ...blankSurcharge, amount: 1.5 },
        { ...blankSurcharge, percent: 12.5 },
      ];
      service.cancellation = [blankFee, { until: "at_pickup", percent: 50 }];
    });
    const price = { base: 450, per_km: 450, per_kg: 450, per_parcel: 450, minimum: 450, maximum: 450 };
    expect(services[0]).toMatchObject({
      price: {
        ...price,
        included_km: 2.5,
        included_kg: 5,
        weight_steps: [{}, { from_grams: 1000, amount: 7 }],
        per_mile: 250,
        distance_steps: [{ from_meters: 1500, per_km: 90 }],
      },
      zone_prices: [
        { from: "near", to: "far", base: 700, weight_steps: [{ from_grams: 500, amount: 120 }] },
        {},
      ],
      surcharges: [{ amount: 150 }, { percent: 12.5 }],
      cancellation: [{}, { until: "at_pickup", percent: 50 }],
    });
  });

  test("has times by day where they differ, and the name that the card had for them", () => {
    const timesAfter = (type: (service: ServiceValues) => void) => {
      const { latest_pickup, cut_off, order_until } = cardAfter(type).services[0] ?? {};
      return { latest_pickup, cut_off, order_until };
    };
    expect(
      timesAfter(({ latest, order_until }) => {
        latest.all = "17:00";
        order_until.isByDay = true;
        order_until.all = "14:00";
        order_until.days.mon = { time: "17:00", days_before: 1 };
        order_until.days.tue = { time: "", days_before: 2 };
      }),
    ).toEqual({
      latest_pickup: "17:00",
      cut_off: undefined,
      order_until: { mon: { time: "17:00", days_before: 1 }, tue: { days_before: 2 } },
    });
    const named = timesAfter((service) => {
      service.latestNames = ["cut_off"];
      service.latest.isByDay = true;
      service.latest.days.sat.time = "11:00";
    });
    expect(named).toEqual({ latest_pickup: undefined, cut_off: { sat: "11:00" }, order_until: undefined });
  });

  test("sends what is no amount as it was typed", () => {
    const { services } = cardAfter((service) => {
      service.price.base = numberOf("half a euro");
      service.price.per_km = numberOf("4,50 or so");
      service.limits.parcels = numberOf("1e3");
    });
    expect(services[0]).toMatchObject({
      price: { base: "half a euro", per_km: "4,50 or so" },
      limits: { parcels: "1e3" },
    });
  });

  test("takes lists with blanks, commas or lines between", () => {
    const { zones, services } = cardAfter((service, values) => {
      values.zones = [
        { ...newZone(), code: "middle", countries: ["DE"], postal_prefixes: " 101, 102\n-;103 " },
      ];
      service.isAlwaysOpen = false;
      service.hours.mon = "08:00-12:00 13:00-18:00";
      service.hours.sun = " , ";
      service.closed_dates = "2026-12-25,2026-12-26";
    });
    expect(zones).toEqual([
      { code: "middle", countries: ["DE"], postal_prefixes: ["101", "102", "-", "103"] },
    ]);
    expect(services[0]).toMatchObject({ closed_dates: ["2026-12-25", "2026-12-26"] });
    expect(services[0]?.hours).toEqual({ mon: ["08:00-12:00", "13:00-18:00"] });
  });

  test("is a circle or an area, never both", () => {
    const zone = { ...newZone(), code: "near", countries: ["DE"], postal_prefixes: "101" };
    const radius = { latitude: 52.5, longitude: numberOf("x"), meters: "" };
    const { zones } = cardAfter((_service, values) => {
      values.zones = [
        { ...zone, radius, by: "circle" },
        { ...zone, radius, by: "area" },
      ];
    });
    expect(zones).toEqual([
      { code: "near", radius: { latitude: 52.5, longitude: "x" } },
      { code: "near", countries: ["DE"], postal_prefixes: ["101"] },
    ]);
  });

  test("is open at all times, or closed on days without hours", () => {
    const hoursOf = (isAlwaysOpen: boolean) =>
      cardAfter((service) => {
        service.hours.mon = "08:00-20:00";
        service.isAlwaysOpen = isAlwaysOpen;
      }).services[0]?.hours;
    expect([hoursOf(true), hoursOf(false)]).toEqual([undefined, { mon: ["08:00-20:00"] }]);
    expect(
      cardAfter((service) => Object.assign(service, { isAlwaysOpen: false })).services[0]?.hours,
    ).toEqual({});
  });

  test("has a key of its own for every entry", () => {
    const keys = [newZone(), newZone(), newService(), newService()].map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(JSON.stringify(cardAfter(() => {}))).not.toContain('"key"');
  });
});

/** Keys tell entries apart, and are others each time. */
const withoutKeys = (values: CardValues) =>
  JSON.parse(JSON.stringify(values, (name, value) => (name === "key" ? undefined : value)));
