import { describe, expect, test } from "bun:test";
import {
  distanceMeters,
  isLatitude,
  isLongitude,
  toPosition,
  wrapLongitude,
} from "../../../src/infra/geography/coordinates.ts";

describe("validity", () => {
  test("latitude from -90 to 90", () => {
    expect([-90, 0, 90].every(isLatitude)).toBe(true);
    expect([-90.000001, 91, Number.NaN, Number.POSITIVE_INFINITY].some(isLatitude)).toBe(false);
  });

  test("longitude from -180 to 180", () => {
    expect([-180, 0, 180].every(isLongitude)).toBe(true);
    expect([-180.000001, 181, Number.NaN, Number.NEGATIVE_INFINITY].some(isLongitude)).toBe(false);
  });
});

test("wrapLongitude", () => {
  expect([180, -180, 13.5, 190, -190, 540.5, -359].map(wrapLongitude)).toEqual([
    180, -180, 13.5, -170, 170, -179.5, 1,
  ]);
});

test("toPosition puts the longitude first", () => {
  expect(toPosition({ latitude: 1, longitude: 2 })).toEqual([2, 1]);
});

describe("distanceMeters", () => {
  test("whole meters, known ways", () => {
    const berlin = { latitude: 52.52437, longitude: 13.41053 };
    const munich = { latitude: 48.13743, longitude: 11.57549 };
    expect(distanceMeters(berlin, berlin)).toBe(0);
    expect(distanceMeters(berlin, munich)).toBe(distanceMeters(munich, berlin));
    expect(Math.abs(distanceMeters(berlin, munich) - 504_000)).toBeLessThan(2000);
  });

  test("short across the antimeridian", () => {
    const here = { latitude: 0, longitude: 179.999 };
    const there = { latitude: 0, longitude: -179.999 };
    expect(distanceMeters(here, there)).toBe(222);
  });
});
