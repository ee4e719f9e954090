import { expect, test } from "bun:test";
import fc from "fast-check";
import { greatCircleDistance } from "../../../../../src/delivery/carriers/kinds/fleet/distance.ts";
import { cardErrors } from "../../../../../src/delivery/carriers/kinds/fleet/faults.ts";
import { prepareCard } from "../../../../../src/delivery/carriers/kinds/fleet/rate-card.ts";
import { rate } from "../../../../../src/delivery/carriers/kinds/fleet/rating.ts";
import type { RateCard } from "../../../../../src/delivery/carriers/kinds/fleet/schema.ts";
import {
  feeSubstatuses,
  requirementWords,
  weekdays,
} from "../../../../../src/delivery/carriers/kinds/fleet/words.ts";
import { atOnce } from "../../../../../src/infra/waiting/turns.ts";
import { at, type CardService, center, germany, near, plainCard, shipmentOf } from "./support.ts";

/** What holds for every card and every shipment. */

const runs = 300;

const amount = fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.integer({ min: 0, max: 9_000_000_000 }));
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const zoneCodes = ["center", "near", "germany"];
const zones = fc.subarray(zoneCodes, { minLength: 1 });
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom("00", "15", "30", "59"))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${minute}`);
const percent = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((points) => points / 100);

/** The ways to price the distance. */
const way = fc.oneof(
  fc.record({ per_km: amount, included_km: fc.integer({ min: 0, max: 30 }), started_km: fc.boolean() }),
  fc.record({ per_mile: amount, included_miles: fc.integer({ min: 0, max: 30 }) }),
  fc.record({
    distance_steps: fc
      .tuple(amount, amount)
      .map((rates) => rates.map((per_km, index) => ({ from_meters: index * 4000, per_km }))),
    started_km: fc.boolean(),
  }),
);
const others = fc.record({
  base: amount,
  per_kg: amount,
  included_kg: fc.integer({ min: 0, max: 20 }),
  per_parcel: amount,
  weight_steps: fc
    .uniqueArray(fc.integer({ min: 0, max: 30_000 }), { maxLength: 4 })
    .chain((grams) =>
      fc.tuple(
        ...grams
          .sort((a, b) => a - b)
          .map((from_grams) => amount.map((step) => ({ from_grams, amount: step }))),
      ),
    ),
  minimum: maybe(fc.integer({ min: 0, max: 1000 })),
  maximum: maybe(fc.integer({ min: 1000, max: 9000 })),
});
const price = fc.tuple(others, way).map(([other, distance]) => ({ ...other, ...distance }));

const when = fc.record(
  {
    days: fc.subarray([...weekdays], { minLength: 1 }),
    requirement: fc.constantFrom(...requirementWords),
    at: fc.constantFrom("pickup" as const, "delivery" as const),
    zone: fc.constantFrom(...zoneCodes),
    side_over_mm: fc.integer({ min: 0, max: 900 }),
    weight_over_grams: fc.integer({ min: 0, max: 30_000 }),
    window_under_minutes: fc.integer({ min: 1, max: 300 }),
  },
  { requiredKeys: [] },
);
const surcharges = fc
  .array(
    fc.tuple(maybe(fc.oneof(when, fc.record({ from: clock, to: clock }))), maybe(percent(100)), amount),
    { maxLength: 3 },
  )
  .map((entries) =>
    entries.map(([when, percent, amount], index) => ({
      code: `extra_${index}`,
      name: "Extra",
      when,
      ...(percent === null
        ? { amount }
        : { percent, percent_of: index % 2 === 0 ? ("lines" as const) : ("all_before" as const) }),
    })),
  );

const service: fc.Arbitrary<Omit<CardService, "code">> = fc.record({
  name: fc.constant("Service"),
  pickup_zones: zones,
  delivery_zones: zones,
  limits: maybe(fc.record({ weight_grams: maybe(fc.integer({ min: 1000, max: 60_000 })) })),
  dimensional_divisor: maybe(fc.integer({ min: 1000, max: 6000 })),
  price,
  surcharges,
  cancellation: fc
    .subarray([...feeSubstatuses])
    .chain((steps) => fc.tuple(...steps.map((until) => percent(100).map((percent) => ({ until, percent }))))),
  hours: maybe(fc.constant({ mon: ["08:00-20:00"], fri: ["22:00-04:00"] })),
  lead_minutes: fc.integer({ min: 0, max: 300 }),
  speed_kmh: fc.integer({ min: 1, max: 100 }),
  transit_minutes: maybe(fc.integer({ min: 0, max: 3000 })),
  cut_off: maybe(fc.constant("19:00")),
});

const card: fc.Arbitrary<RateCard> = fc.array(service, { minLength: 1, maxLength: 5 }).map((services) => ({
  ...plainCard,
  zones: [center, near, germany],
  services: services.map((made, index) => ({ ...made, code: `service_${index}` })),
}));

const point = fc
  .tuple(fc.double({ min: 52.4, max: 52.65, noNaN: true }), fc.double({ min: 13.2, max: 13.6, noNaN: true }))
  .map(([latitude, longitude]) => at(latitude, longitude));
const place = fc.oneof(fc.record({ postal_code: fc.constantFrom("10119", "80331", null) }), point);
const side = maybe(fc.integer({ min: 1, max: 2000 }));
const shipment = fc
  .record({
    pickup: place,
    delivery: place,
    requirements: fc.record({ pin: fc.boolean(), photo: fc.boolean(), min_age: maybe(fc.constant(18)) }),
    parcels: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 4 }),
        weight_grams: fc.integer({ min: 1, max: 20_000 }),
        length_mm: side,
        width_mm: side,
        height_mm: side,
      }),
      { minLength: 1, maxLength: 3 },
    ),
    now: fc
      .integer({ min: 1_767_225_600_000, max: 1_798_761_600_000 })
      .map((time) => new Date(time).toISOString()),
  })
  .map(shipmentOf);

/** The first service of every second card has no reason to refuse its shipment. */
const pairs = fc
  .tuple(card, shipment, fc.option(fc.tuple(point, point), { freq: 1 }))
  .map(([made, asked, points]) => {
    const [first, ...rest] = made.services;
    if (points === null || first === undefined) return { made, asked, isOpen: false };
    const [pickup, delivery] = points;
    const open = {
      pickup_zones: zoneCodes,
      delivery_zones: zoneCodes,
      limits: null,
      hours: null,
      cut_off: null,
    };
    const between = shipmentOf({ pickup, delivery });
    return {
      made: { ...made, services: [{ ...first, ...open }, ...rest] },
      asked: {
        ...asked,
        pickup: between.pickup,
        delivery: { ...between.delivery, requirements: asked.delivery.requirements },
      },
      isOpen: true,
    };
  });

const rated = (made: RateCard, asked: ReturnType<typeof shipmentOf>) =>
  atOnce(
    rate(
      atOnce(prepareCard(made, 1)),
      asked,
      greatCircleDistance(asked.pickup.address, asked.delivery.address),
    ),
  );

test("lines are whole numbers, and sum to a price within the minimum and the maximum that is never negative", () => {
  fc.assert(
    fc.property(pairs, ({ made, asked, isOpen }) => {
      expect(cardErrors(made)).toEqual([]);
      const ratings = rated(made, asked);
      if (isOpen) expect(ratings[0]?.result.kind).toBe("offer");
      for (const [index, { result }] of ratings.entries()) {
        if (result.kind === "refused") continue;
        const { lines, cancellation, pickupAt, deliveryAt } = result.offer;
        const total = lines.reduce((sum, line) => sum + line.amount, 0);
        const { minimum, maximum } = made.services[index]?.price ?? {};
        expect(lines.every((line) => Number.isSafeInteger(line.amount))).toBe(true);
        expect(lines.filter((line) => line.amount < 0 && line.code !== "maximum")).toEqual([]);
        expect(total).toBeGreaterThanOrEqual(minimum ?? 0);
        expect(total).toBeLessThanOrEqual(maximum ?? Number.MAX_SAFE_INTEGER);
        for (const fee of cancellation) expect(fee.amount <= total && fee.amount >= 0).toBe(true);
        expect(pickupAt).toBeGreaterThanOrEqual(asked.now);
        expect(deliveryAt ?? pickupAt).toBeGreaterThanOrEqual(pickupAt);
      }
    }),
    { numRuns: runs },
  );
});

test("the order of services does not change their answers, nor does a zone that no service lists", () => {
  fc.assert(
    fc.property(card, shipment, (made, asked) => {
      const answers = rated(made, asked).map(({ service, result }) => [service.code, plain(result)] as const);
      const turned = { ...made, services: [...made.services].reverse() };
      expect(
        rated(turned, asked)
          .map(({ service, result }) => [service.code, plain(result)] as const)
          .reverse(),
      ).toEqual(answers);
      const foreign = { code: "foreign", countries: ["FR", "DE"] };
      const wider = { ...made, zones: [foreign, ...made.zones, { ...foreign, code: "last" }] };
      expect(
        rated(wider, asked).map(({ service, result }) => [service.code, plain(result)] as const),
      ).toEqual(answers);
    }),
    { numRuns: runs },
  );
});

/** Without the places in the card, which move with the order. */
function plain(result: ReturnType<typeof rated>[number]["result"]): unknown {
  if (result.kind === "refused") return { ...result.refusal, source: "" };
  return {
    ...result.offer,
    lines: result.offer.lines.map((line) => ({ ...line, source: "", detail: line.detail() })),
  };
}

test("a service refuses for its own reasons: alone in the card it answers the same", () => {
  fc.assert(
    fc.property(card, shipment, (made, asked) => {
      for (const [index, answer] of rated(made, asked).entries()) {
        const alone = rated({ ...made, services: made.services.slice(index, index + 1) }, asked)[0];
        expect(alone && plain(alone.result)).toEqual(plain(answer.result));
      }
    }),
    { numRuns: runs },
  );
});

test("the way is the great circle and three tenths, half up: 0.01 degrees are 1,112 m, and 1,446 m by street", () => {
  const address = (latitude: number) => shipmentOf({ pickup: at(latitude, 13) }).pickup.address;
  expect(greatCircleDistance(address(52), address(52.01))).toEqual({ meters: 1446, source: "great_circle" });
  const unknown = shipmentOf({}).pickup.address;
  expect(greatCircleDistance(address(52), unknown)).toBeNull();
});
