import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { seededRandom } from "../../../../../src/delivery/carriers/kinds/simulated/random.ts";
import { makeRoute, withNoise } from "../../../../../src/delivery/carriers/kinds/simulated/route.ts";
import {
  type Coordinates,
  distanceMeters,
  isLatitude,
  isLongitude,
} from "../../../../../src/infra/geography/coordinates.ts";

const berlin: Coordinates = { latitude: 52.5291, longitude: 13.4014 };
const potsdam: Coordinates = { latitude: 52.3989, longitude: 13.0657 };

const anywhere = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const fractions = [0, 0.001, 0.1, 0.25, 0.5, 0.75, 0.9, 0.999, 1];

function isHeading(degrees: number): boolean {
  return Number.isInteger(degrees) && degrees >= 0 && degrees <= 359 && !Object.is(degrees, -0);
}

describe("makeRoute", () => {
  test("anywhere on earth: valid points, exact ends, at least as long as the straight line", () => {
    fc.assert(
      fc.property(anywhere, anywhere, fc.string(), (from, to, seed) => {
        const route = makeRoute(from, to, seededRandom(seed));
        for (const fraction of fractions) {
          const point = route.at(fraction);
          expect(isLatitude(point.latitude) && isLongitude(point.longitude)).toBe(true);
          expect(isHeading(point.headingDegrees)).toBe(true);
        }
        expect(route.at(0)).toMatchObject(from);
        if (route.lengthMeters > 0) {
          expect(route.at(1)).toMatchObject(to);
        }
        expect(route.lengthMeters).toBeGreaterThanOrEqual(distanceMeters(from, to) - 1);
      }),
    );
  });

  test.each([
    ["one town", potsdam, berlin],
    [
      "across the antimeridian",
      { latitude: -16.8, longitude: 179.9 },
      { latitude: -16.5, longitude: -179.8 },
    ],
    ["over the north pole", { latitude: 89.9, longitude: 10 }, { latitude: 89.9, longitude: -170 }],
    ["from the south pole", { latitude: -90, longitude: 0 }, { latitude: -89.5, longitude: 77 }],
    ["across an ocean", berlin, { latitude: 40.71, longitude: -74.01 }],
    ["to the other side", { latitude: 10, longitude: 20 }, { latitude: -10, longitude: -160 }],
    ["a few meters", berlin, { latitude: 52.52912, longitude: 13.40143 }],
  ])("%s: no jumps, and near the straight line", (_name, from, to) => {
    const route = makeRoute(from, to, seededRandom("steps"));
    const straight = distanceMeters(from, to);
    const steps = 200;
    let walked = 0;
    for (let step = 1; step <= steps; step++) {
      const leg = distanceMeters(route.at((step - 1) / steps), route.at(step / steps));
      expect(leg).toBeLessThanOrEqual((route.lengthMeters / steps) * 1.01 + 1);
      walked += leg;
    }
    expect(route.lengthMeters).toBeLessThanOrEqual(straight * 1.6 + 1);
    expect(Math.abs(walked - route.lengthMeters)).toBeLessThanOrEqual(route.lengthMeters * 0.01 + steps / 2);
  });

  test("the same seed gives the same way, another seed another", () => {
    const way = (seed: string) => {
      const route = makeRoute(berlin, potsdam, seededRandom(seed));
      return fractions.map((fraction) => route.at(fraction));
    };
    expect(way("a")).toEqual(way("a"));
    expect(way("a")).not.toEqual(way("b"));
  });

  test("is not a straight line", () => {
    const route = makeRoute(berlin, potsdam, seededRandom("bend"));
    const headings = new Set(fractions.map((fraction) => route.at(fraction).headingDegrees));
    expect(headings.size).toBeGreaterThan(4);
    expect(route.lengthMeters).toBeGreaterThan(distanceMeters(berlin, potsdam));
  });

  test("equal points: a route of no length that stays there", () => {
    const route = makeRoute(berlin, { ...berlin }, seededRandom("here"));
    expect(route.lengthMeters).toBe(0);
    for (const fraction of fractions) {
      expect(route.at(fraction)).toEqual({ ...berlin, headingDegrees: 0 });
    }
  });

  test("a fraction outside 0 to 1 gives the ends", () => {
    const route = makeRoute(berlin, potsdam, seededRandom("ends"));
    expect(route.at(-3)).toEqual(route.at(0));
    expect(route.at(1.5)).toEqual(route.at(1));
  });

  test("due north and due east have the headings of the compass", () => {
    const north = makeRoute({ latitude: 1, longitude: 5 }, { latitude: 2, longitude: 5 }, () => 0.5);
    const east = makeRoute({ latitude: 0, longitude: 5 }, { latitude: 0, longitude: 6 }, () => 0.5);
    expect(north.at(0.5).headingDegrees).toBe(0);
    expect(east.at(0.5).headingDegrees).toBe(90);
  });
});

describe("withNoise", () => {
  test("68 % of the reports lie within the accuracy, all within three times as far", () => {
    const random = seededRandom("noise");
    const accuracyMeters = 100;
    const errors = Array.from({ length: 4000 }, () =>
      distanceMeters(berlin, withNoise(berlin, random, accuracyMeters)),
    );
    const within = errors.filter((error) => error <= accuracyMeters).length / errors.length;
    expect(within).toBeGreaterThan(0.65);
    expect(within).toBeLessThan(0.71);
    expect(Math.max(...errors)).toBeLessThanOrEqual(accuracyMeters * 3 + 1);
  });

  test("is valid anywhere on earth, whatever the random numbers", () => {
    const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(anywhere, unit, fc.integer({ min: 0, max: 5000 }), (point, number, accuracyMeters) => {
        const { latitude, longitude } = withNoise(point, () => number, accuracyMeters);
        expect(isLatitude(latitude) && isLongitude(longitude)).toBe(true);
      }),
    );
  });

  test("accuracy 0 leaves the point where it is", () => {
    expect(withNoise(berlin, seededRandom("exact"), 0)).toEqual(berlin);
  });
});

describe("seededRandom", () => {
  test("repeats itself: simulations made by an earlier version stay the same", () => {
    const random = seededRandom("waybill");
    expect([random(), random(), random()]).toMatchInlineSnapshot(`
      [
        0.8413548067980945,
        0.9876301768446516,
        0.6671761401667035,
      ]
    `);
  });

  test("lies from 0 up to 1 and fills it evenly", () => {
    const random = seededRandom("");
    const numbers = Array.from({ length: 10_000 }, random);
    expect(numbers.every((number) => number >= 0 && number < 1)).toBe(true);
    const mean = numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.02);
  });
});
