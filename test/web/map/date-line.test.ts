import { expect, test } from "bun:test";
import { feature } from "topojson-client";
import world from "world-atlas/countries-50m.json";
import { cutLine, cutRing } from "../../../src/web/map/date-line.ts";
import { worldShapes } from "../../../src/web/map/world-shapes.ts";

type Ring = readonly (readonly number[])[];

/** A flat map ends there: a step along the pole is never seen. */
const shownMax = 85.06;
/** The longest step from point to point of a line, in degrees of longitude. */
function longestStep(line: Ring): number {
  const steps = line.slice(1).map(([longitude = 0, latitude = 0], at) => {
    const [fromLongitude = 0, fromLatitude = 0] = line[at] ?? [];
    const isShown = Math.min(Math.abs(latitude), Math.abs(fromLatitude)) < shownMax;
    return isShown ? Math.abs(longitude - fromLongitude) : 0;
  });
  return Math.max(...steps);
}

test("no line of land or of a border crosses the map from edge to edge", () => {
  const whole = feature(world, world.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === "MultiPolygon" ? geometry.coordinates.flat() : [],
  );
  // Or the test could not fail.
  expect(whole.some((ring) => longestStep(ring) > 180)).toBe(true);
  const { coordinates: land } = worldShapes().land;
  const { coordinates: borders } = worldShapes().borders;
  expect(land.length).toBeGreaterThan(1_000);
  for (const polygon of land) for (const ring of polygon) expect(longestStep(ring)).toBeLessThan(180);
  for (const line of borders) expect(longestStep(line)).toBeLessThan(180);
  for (const ring of land.flat())
    for (const [longitude = 0] of ring) expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
});

test("a ring over 180° is cut into its two sides, which together are as large", () => {
  const area = (ring: Ring) =>
    Math.abs(
      ring.reduce((sum, [x = 0, y = 0], at) => {
        const [nextX = 0, nextY = 0] = ring[(at + 1) % ring.length] ?? [];
        return sum + x * nextY - nextX * y;
      }, 0) / 2,
    );
  const pieces = cutRing([
    [170, 0],
    [-170, 0],
    [-170, 10],
    [170, 10],
    [170, 0],
  ]);
  expect(pieces).toHaveLength(2);
  expect(pieces.map(area)).toEqual([100, 100]);
  const inside = [
    [10, 0],
    [20, 0],
    [20, 10],
    [10, 0],
  ];
  expect(cutRing(inside)).toEqual([inside]);
});

test("a ring around the pole reaches it", () => {
  const [piece = [], ...others] = cutRing([
    [-180, -70],
    [-90, -75],
    [0, -70],
    [90, -75],
    [180, -70],
    [-180, -70],
  ]);
  expect(others).toEqual([]);
  expect(Math.min(...piece.map(([, latitude = 0]) => latitude))).toBe(-90);
});

test("a line over 180° ends on one side and goes on at the other", () => {
  expect(
    cutLine([
      [178, 1],
      [179, 2],
      [-179, 3],
      [-178, 4],
    ]),
  ).toEqual([
    [
      [178, 1],
      [179, 2],
    ],
    [
      [-179, 3],
      [-178, 4],
    ],
  ]);
});
