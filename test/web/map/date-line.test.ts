import { expect, test } from "bun:test";
import { feature } from "topojson-client";
import { cutLine, cutRing } from "../../../src/web/map/date-line.ts";
import world from "../../../src/web/map/world.topojson" with { type: "json" };
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
    for (const [longitude = 0] of ring) expect(Math.abs(longitude)).toBeLessThanOrEqual(200);
});

test("a ring over 180° is whole at both sides of the map, and one elsewhere stays as it is", () => {
  const ring = [
    [170, 0],
    [-170, 0],
    [-170, 10],
    [170, 10],
    [170, 0],
  ];
  const moved = (by: number) => ring.map(([x = 0, y = 0]) => [(x < 0 ? x + 360 : x) + by, y]);
  expect(cutRing(ring)).toEqual([moved(0), moved(-360)]);
  const inside = [
    [10, 0],
    [20, 0],
    [20, 10],
    [10, 0],
  ];
  expect(cutRing(inside)).toEqual([inside]);
});

test("a ring ends at the edge of the map, 20° past 180°", () => {
  const wide = [
    [150, 0],
    [-120, 0],
    [-120, 10],
    [150, 10],
    [150, 0],
  ];
  const spans = cutRing(wide).map((piece) => {
    const longitudes = piece.map(([longitude = 0]) => longitude);
    return [Math.min(...longitudes), Math.max(...longitudes)];
  });
  expect(spans).toEqual([
    [150, 200],
    [-200, -120],
  ]);
});

test("a ring around the pole reaches it", () => {
  const pieces = cutRing([
    [-180, -70],
    [-90, -75],
    [0, -70],
    [90, -75],
    [180, -70],
    [-180, -70],
  ]);
  // The map's own, and what goes on at both sides.
  expect(pieces).toHaveLength(3);
  for (const piece of pieces) expect(Math.min(...piece.map(([, latitude = 0]) => latitude))).toBe(-90);
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
