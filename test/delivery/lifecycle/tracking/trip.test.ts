import { describe, expect, test } from "bun:test";
import {
  addRide,
  arrivalsAt,
  isApproaching,
  newTrip,
  type Sighting,
  seeStanding,
  speedOf,
  type TripMemory,
} from "../../../../src/delivery/lifecycle/tracking/trip.ts";

/** What good positions say of a trip. The shop stands at 52.52/13.4; 0.001 degrees of latitude are 111 m. */
const shop = { latitude: 52.52, longitude: 13.4 };
const start = Date.UTC(2026, 0, 31, 9, 30);

const sighting = (seconds: number, north: number, change: Partial<Sighting> = {}): Sighting => ({
  latitude: shop.latitude + north / 1000,
  longitude: shop.longitude,
  accuracyMeters: 8,
  speedMps: 0,
  recordedAt: start + seconds * 1000,
  ...change,
});

describe("an arrival", () => {
  /** @returns the number of the position with which the driver has arrived */
  function arrivalIn(sightings: readonly Sighting[]): number | undefined {
    let standing: TripMemory["standing"] = null;
    let before: Sighting | null = null;
    for (const [index, seen] of sightings.entries()) {
      const found = seeStanding(standing, { kind: "pickup", place: shop }, before, seen);
      if (found.hasArrived) return index;
      standing = JSON.parse(JSON.stringify(found.standing));
      before = seen;
    }
    return undefined;
  }
  const unknown = { speedMps: null };

  test.each<[string, readonly Sighting[], number | undefined]>([
    ["two positions 20 s apart", [sighting(0, 0.5), sighting(20, 0.4)], 1],
    ["two positions 19 s apart", [sighting(0, 0.5), sighting(19, 0.4)], undefined],
    ["many in between", [sighting(0, 1), sighting(5, 0.9), sighting(15, 0.8), sighting(21, 0.7)], 3],
    ["one position only", [sighting(0, 0)], undefined],
    ["150 m away", [sighting(0, 1.34), sighting(20, 1.34)], 1],
    ["155 m away", [sighting(0, 1.4), sighting(20, 1.4)], undefined],
    [
      "out and in again",
      [sighting(0, 0.5), sighting(10, 3), sighting(20, 0.5), sighting(39, 0.5)],
      undefined,
    ],
    ["passing slowly", [sighting(0, 1.3, { speedMps: 2.9 }), sighting(20, 0.9, { speedMps: 2.9 })], 1],
    ["passing", [sighting(0, 1.3, { speedMps: 3 }), sighting(20, 0.9, { speedMps: 3 })], undefined],
    ["a speed that nobody measured", [sighting(0, 0.5, unknown), sighting(20, 0.4, unknown)], 1],
    ["a ride past that nobody measured", [sighting(0, 1, unknown), sighting(20, 0.3, unknown)], undefined],
    ["50 m inaccurate", [0, 20].map((at) => sighting(at, 0, { accuracyMeters: 50 })), 1],
    ["51 m inaccurate", [0, 20].map((at) => sighting(at, 0, { accuracyMeters: 51 })), undefined],
    ["of unknown accuracy", [0, 20].map((at) => sighting(at, 0, { accuracyMeters: null })), undefined],
    [
      "an inaccurate one between says nothing",
      [sighting(0, 0.5), sighting(10, 5, { accuracyMeters: 400 }), sighting(20, 0.5)],
      2,
    ],
  ])("%s", (_, sightings, index) => expect(arrivalIn(sightings)).toBe(index));
});

describe("the time of arrival", () => {
  const bicycle = 15 / 3.6;

  test("is the straight line × 1.3 at the vehicle's speed, and 4 minutes for each stop before", () => {
    const here = { latitude: shop.latitude + 0.01, longitude: shop.longitude };
    const door = { latitude: shop.latitude - 0.02, longitude: shop.longitude };
    const [pickup, delivery] = arrivalsAt(here, start, [shop, door], 5);
    expect((pickup ?? 0) - start).toBe(Math.round((1112 * 1.3 * 1000) / 5));
    expect((delivery ?? 0) - start).toBe(Math.round(((1112 + 2224) * 1.3 * 1000) / 5) + 240_000);
    // A stop of another job whose place nobody knows takes its time all the same.
    expect(arrivalsAt(here, start, [undefined, shop], 5)).toEqual([undefined, (pickup ?? 0) + 240_000]);
  });

  test("follows the speed that was observed, within reason", () => {
    expect(speedOf("bicycle", newTrip.ridden)).toBeCloseTo(bicycle);
    const ride = (mps: number, seconds: number) => {
      const steps = Array.from({ length: seconds / 10 }, (_, step) => step * 10);
      return steps.reduce(
        (ridden, at) =>
          addRide(ridden, sighting(at, (at * mps) / 111.2), sighting(at + 10, ((at + 10) * mps) / 111.2)),
        newTrip.ridden,
      );
    };
    const slow = speedOf("bicycle", ride(2, 600));
    expect(slow).toBeGreaterThan(2.5);
    expect(slow).toBeLessThan(3.2);
    expect(speedOf("bicycle", ride(2, 3600))).toBeLessThan(slow);
    expect(speedOf("bicycle", ride(0, 7200))).toBeCloseTo(bicycle * 0.4);
    expect(speedOf("bicycle", ride(40, 7200))).toBeCloseTo(bicycle * 2);
    // Nobody knows how the driver rode through a gap.
    expect(addRide(newTrip.ridden, sighting(0, 0), sighting(121, 50))).toEqual(newTrip.ridden);
  });
});

test("a driver approaches 10 minutes or 1 km before, by distance only if the stop is the next", () => {
  const stop = { place: shop, arrivesAt: null, isNext: true };
  const inMinutes = (minutes: number) => ({ ...stop, arrivesAt: start + minutes * 60_000 });
  expect(isApproaching(sighting(0, 8.9), stop)).toBe(true);
  expect(isApproaching(sighting(0, 9.1), stop)).toBe(false);
  expect(isApproaching(sighting(0, 8.9), { ...stop, isNext: false })).toBe(false);
  expect(isApproaching(sighting(0, 50), inMinutes(10))).toBe(true);
  expect(isApproaching(sighting(0, 50), inMinutes(10.1))).toBe(false);
  expect(isApproaching(sighting(0, 50), { ...inMinutes(9), isNext: false })).toBe(true);
});
