import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ordered, orderStops } from "../../../../../src/delivery/fleet/dispatch/stop-order/ordering.ts";
import {
  isCheaper,
  type Plan,
  type PlannedStop,
  stopMs,
} from "../../../../../src/delivery/fleet/dispatch/stop-order/plan.ts";

/** In which order a driver makes the stops. */

const minuteMs = 60_000;

interface Job {
  pickup: [x: number, y: number];
  delivery: [x: number, y: number];
  grams?: number;
  latestAt?: number;
  earliestAt?: number;
  /** The goods are on board already. */
  isOnBoard?: boolean;
}

/** Places on a plane; a unit of it takes a minute. */
function planOf(jobs: readonly Job[], capacityGrams: number | null = null): Plan {
  const places: [number, number][] = [[0, 0]];
  const stops: PlannedStop[] = [];
  let onBoard = 0;
  for (const [index, job] of jobs.entries()) {
    const { grams = 1_000, latestAt = null, earliestAt = null, isOnBoard = false } = job;
    const common = { jobId: `job-${index}`, earliestAt: null, latestAt: null };
    if (isOnBoard) onBoard += grams;
    else {
      const placeId = job.pickup.join();
      stops.push({ ...common, id: `${index}.pickup`, kind: "pickup", placeId, earliestAt, grams });
      places.push(job.pickup);
    }
    const placeId = job.delivery.join();
    stops.push({ ...common, id: `${index}.delivery`, kind: "delivery", placeId, latestAt, grams: -grams });
    places.push(job.delivery);
  }
  const travelMs = places.map(([x, y]) => places.map(([a, b]) => Math.hypot(x - a, y - b) * minuteMs));
  return { startAt: 0, startPlaceId: null, grams: onBoard, capacityGrams, stops, travelMs };
}

const idsOf = (plan: Plan) => orderStops(plan).order.map((index) => plan.stops[index]?.id);

describe("stops", () => {
  test("on the way are made on the way", () => {
    const plan = planOf([
      { pickup: [1, 0], delivery: [10, 0] },
      { pickup: [2, 0], delivery: [9, 0] },
    ]);
    expect(idsOf(plan)).toEqual(["0.pickup", "1.pickup", "1.delivery", "0.delivery"]);
  });

  test("wait for their window to open, and the driver does something else meanwhile", () => {
    const plan = planOf([
      { pickup: [1, 0], delivery: [2, 0], earliestAt: 60 * minuteMs },
      { pickup: [5, 0], delivery: [6, 0] },
    ]);
    expect(idsOf(plan)).toEqual(["1.pickup", "1.delivery", "0.pickup", "0.delivery"]);
    expect(orderStops(plan).cost.endsAt).toBe(60 * minuteMs + 2 * stopMs + minuteMs);
  });

  test("with a window that ends soon come first, although that is a detour", () => {
    const plan = planOf([
      { pickup: [1, 0], delivery: [2, 0] },
      { pickup: [0, 8], delivery: [0, 9], latestAt: 14 * minuteMs },
    ]);
    expect(idsOf(plan)).toEqual(["1.pickup", "1.delivery", "0.pickup", "0.delivery"]);
    expect(orderStops(plan).cost.lateMs).toBe(0);
  });

  test("never put more on board than the driver can carry", () => {
    const jobs: Job[] = [
      { pickup: [1, 0], delivery: [10, 0] },
      { pickup: [2, 0], delivery: [9, 0] },
    ];
    expect(idsOf(planOf(jobs, 1_000))).toEqual(["0.pickup", "0.delivery", "1.pickup", "1.delivery"]);
  });

  test("of goods on board need no pickup", () => {
    const plan = planOf([
      { pickup: [0, 0], delivery: [9, 0], isOnBoard: true },
      { pickup: [1, 0], delivery: [2, 0] },
    ]);
    expect(idsOf(plan)).toEqual(["1.pickup", "1.delivery", "0.delivery"]);
  });

  test("at one address are made in one visit, wherever they stand in the order of arrival", () => {
    const shop: [number, number] = [0, 5];
    const plan = planOf([
      { pickup: shop, delivery: [5, 0] },
      { pickup: [3, 3], delivery: shop },
      { pickup: shop, delivery: [9, 9] },
      { pickup: shop, delivery: [9, 9] },
      { pickup: [1, 8], delivery: [9, 9] },
    ]);
    const { order, cost } = orderStops(plan);
    const places = order.map((index) => plan.stops[index]?.placeId);
    const visits = places.filter((id, at) => id !== places[at - 1]);
    expect(visits).toHaveLength(new Set(places).size);
    expect(cost.visits).toBe(visits.length);
  });

  test("at one address are two visits where the window of one opens much later", () => {
    const shop: [number, number] = [1, 0];
    const plan = planOf([
      { pickup: shop, delivery: [2, 0], latestAt: 20 * minuteMs },
      { pickup: shop, delivery: [2, 0], earliestAt: 120 * minuteMs },
    ]);
    expect(idsOf(plan)).toEqual(["0.pickup", "0.delivery", "1.pickup", "1.delivery"]);
    expect(orderStops(plan).cost.lateMs).toBe(0);
  });

  test("of nobody, and one alone", () => {
    expect(idsOf(planOf([]))).toEqual([]);
    expect(idsOf(planOf([{ pickup: [1, 0], delivery: [2, 0] }]))).toEqual(["0.pickup", "0.delivery"]);
  });
});

const place = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -20, max: 20 }));
const job: fc.Arbitrary<Job> = fc.record(
  {
    pickup: place,
    delivery: place,
    grams: fc.integer({ min: 0, max: 5_000 }),
    latestAt: fc.integer({ min: 0, max: 300 * minuteMs }),
    earliestAt: fc.integer({ min: 0, max: 200 * minuteMs }),
    isOnBoard: fc.boolean(),
  },
  { requiredKeys: ["pickup", "delivery"] },
);

test("every stop is made once, no delivery before its pickup, and never at a higher cost than in the order of arrival", () => {
  fc.assert(
    fc.property(
      fc.array(job, { maxLength: 9 }),
      fc.option(fc.integer({ min: 0, max: 8_000 })),
      (jobs, capacity) => {
        const plan = planOf(jobs, capacity);
        const { order, cost } = orderStops(plan);
        expect(order.toSorted((a, b) => a - b)).toEqual([...plan.stops.keys()]);
        const ids = order.map((index) => plan.stops[index]?.id ?? "");
        for (const [at, id] of ids.entries()) {
          if (id.endsWith(".pickup"))
            expect(ids.indexOf(id.replace("pickup", "delivery"))).toBeGreaterThan(at);
        }
        expect(ordered(plan, order).cost).toEqual(cost);
        expect(isCheaper(ordered(plan, plan.stops.keys()).cost, cost)).toBe(false);
        expect(orderStops(plan).order).toEqual(order);
      },
    ),
    { numRuns: 200 },
  );
});

test("one address is never visited twice where once costs as little", () => {
  const town = fc.constantFrom<[number, number]>([0, 5], [5, 0], [9, 9], [3, 3]);
  const guess = fc.record({ pickup: town, delivery: fc.oneof(town, place) });
  fc.assert(
    fc.property(fc.array(guess, { minLength: 2, maxLength: 7 }), (jobs) => {
      const plan = planOf(jobs);
      // Nobody knows any place: all are equally far apart.
      const travelMs = [null, ...plan.stops].map((from) =>
        [null, ...plan.stops].map((to) => (from?.placeId === to?.placeId ? 0 : 10 * minuteMs)),
      );
      const { order } = orderStops({ ...plan, travelMs });
      const stops = order.map((index) => plan.stops[index] as PlannedStop);
      const isBusy = (id: string) => stops.filter(({ placeId }) => placeId === id);
      for (const [at, { placeId }] of stops.entries()) {
        const later = stops.findIndex((stop, index) => index > at + 1 && stop.placeId === placeId);
        if (later === -1 || stops.slice(at, later).every((stop) => stop.placeId === placeId)) continue;
        // Only what was picked up in between, or leads there, calls for a second visit.
        const kinds = new Set(isBusy(placeId).map(({ kind }) => kind));
        expect(kinds.size).toBe(2);
      }
    }),
    { numRuns: 150 },
  );
});

/** Every order that keeps pickups before deliveries. */
function* allOrders(plan: Plan, order: readonly number[] = []): Generator<readonly number[]> {
  if (order.length === plan.stops.length) yield order;
  for (const [index, stop] of plan.stops.entries()) {
    if (order.includes(index)) continue;
    const pickup = plan.stops.findIndex(({ jobId, kind }) => jobId === stop.jobId && kind === "pickup");
    if (stop.kind !== "pickup" && pickup !== -1 && !order.includes(pickup)) continue;
    yield* allOrders(plan, [...order, index]);
  }
}

test("three jobs are nearly always ordered as well as can be", () => {
  const plans = fc.sample(fc.array(job, { minLength: 3, maxLength: 3 }), { numRuns: 100, seed: 7 });
  const best = plans.filter((jobs) => {
    const plan = planOf(jobs);
    const { cost } = orderStops(plan);
    return ![...allOrders(plan)].some((order) => isCheaper(ordered(plan, order).cost, cost));
  });
  expect(best.length).toBeGreaterThanOrEqual(95);
});
