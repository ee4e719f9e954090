import { expect, test } from "bun:test";
import fc from "fast-check";
import { followLine } from "../../../../../src/delivery/carriers/kinds/simulated/line.ts";
import { distanceMeters } from "../../../../../src/infra/geography/coordinates.ts";

/** Six decimals are a tenth of a meter: two places that differ lie apart. */
const degrees = (max: number) => fc.integer({ min: -max * 1e6, max: max * 1e6 }).map((micro) => micro / 1e6);
const anywhere = fc.record({ latitude: degrees(89), longitude: degrees(180) });

const corner = [
  { latitude: 0, longitude: 10 },
  { latitude: 0, longitude: 10.01 },
  { latitude: 0, longitude: 10.01 },
  { latitude: 0.03, longitude: 10.01 },
] as const;

test("goes through each point at a steady pace, with the heading of each stretch", () => {
  const route = followLine(corner);
  expect(route.lengthMeters).toBe(4448);
  expect(route.at(0)).toEqual({ ...corner[0], headingDegrees: 90 });
  expect(route.at(0.25)).toMatchObject({ latitude: 0, longitude: 10.01 });
  expect(route.at(0.125)).toEqual({ latitude: 0, longitude: 10.005, headingDegrees: 90 });
  expect(route.at(0.625)).toEqual({ latitude: 0.015, longitude: 10.01, headingDegrees: 0 });
  expect(route.at(1)).toEqual({ ...corner[3], headingDegrees: 0 });
  expect([route.at(-1), route.at(2)]).toEqual([route.at(0), route.at(1)]);
});

test("anywhere on earth: exact ends, even steps, also across the antimeridian", () => {
  fc.assert(
    fc.property(fc.tuple(anywhere, anywhere, anywhere), (points) => {
      const route = followLine(points);
      expect(route.at(0)).toMatchObject(points[0]);
      if (route.lengthMeters > 0) expect(route.at(1)).toMatchObject(points[2]);
      const steps = 20;
      for (let step = 1; step <= steps; step += 1) {
        const meters = distanceMeters(route.at((step - 1) / steps), route.at(step / steps));
        expect(meters).toBeLessThanOrEqual(route.lengthMeters / steps + 2);
      }
    }),
  );
});

test("a line of one place stays there", () => {
  const route = followLine([corner[0], corner[0]]);
  expect(route.lengthMeters).toBe(0);
  expect([0, 0.5, 1].map((fraction) => route.at(fraction))).toEqual(
    Array(3).fill({ ...corner[0], headingDegrees: 0 }),
  );
});
