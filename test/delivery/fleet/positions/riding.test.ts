import { describe, expect, test } from "bun:test";
import { type Passed, type Ride, rideOn } from "../../../../src/delivery/fleet/positions/riding.ts";

/** How far a driver rode, by good positions. */

const noon = Date.parse("2026-01-31T12:00:00.000Z");
/** So many meters north of a place, so many seconds after noon. */
const at = (meters: number, seconds: number, accuracyMeters: number | null = 5): Passed => ({
  latitude: 52.5 + meters / 111_195,
  longitude: 13.4,
  accuracyMeters,
  recordedAt: noon + seconds * 1000,
});
const metersOf = (rides: Ride[]) => rides.map(({ meters }) => Math.round(meters));
const ride = (...positions: Passed[]) => metersOf(rideOn(undefined, positions).rides);

describe("a ride", () => {
  test("is the sum of the ways between positions", () => {
    expect(ride(at(0, 0), at(100, 5), at(300, 10), at(0, 60))).toEqual([600]);
  });

  test("is 0 for one position, and nothing without any", () => {
    expect(ride(at(0, 0))).toEqual([0]);
    expect(ride()).toEqual([]);
  });

  test("leaves out a gap, and goes on behind it", () => {
    expect(ride(at(0, 0), at(100, 60), at(5_000, 361), at(5_200, 400))).toEqual([300]);
    expect(ride(at(0, 0), at(1_000, 300))).toEqual([1_000]);
    expect(ride(at(0, 10), at(1_000, 5))).toEqual([0]);
  });

  test("adds nothing for a receiver that wanders where it stands, however long", () => {
    const standing = Array.from({ length: 300 }, (_, each) => at(each % 2 === 0 ? 0 : 28, 5 * each));
    expect(ride(...standing)).toEqual([0, 0]);
    expect(ride(at(0, 0), at(80, 5, 100), at(0, 10, 100))).toEqual([0]);
  });

  test("counts slow steps, which are far only together", () => {
    const walking = Array.from({ length: 61 }, (_, each) => at(5 * each, 5 * each));
    const [meters = 0] = ride(...walking);
    expect(meters).toBeGreaterThan(270);
    expect(meters).toBeLessThanOrEqual(300);
  });

  test("belongs to the quarter in which it ends, and goes on from one batch to the next", () => {
    const first = rideOn(undefined, [at(0, 880), at(100, 890)]);
    const second = rideOn(first.way, [at(300, 905), at(500, 1_000)]);
    expect(first.rides.map(({ quarter }) => quarter)).toEqual([noon]);
    expect(second.rides.map(({ quarter }) => quarter - noon)).toEqual([900_000]);
    expect([...metersOf(first.rides), ...metersOf(second.rides)]).toEqual([100, 400]);
    expect(rideOn(second.way, [])).toEqual({ way: second.way, rides: [] });
  });
});
