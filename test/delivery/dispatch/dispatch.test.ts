import { describe, expect, test } from "bun:test";
import {
  giveBackTime,
  hasRoom,
  isUnderWay,
  nearestFirst,
  nextStep,
  type Search,
  searchStart,
  weightOf,
} from "../../../src/delivery/dispatch/dispatch.ts";
import { plainParcel } from "../carriers/fleet/support.ts";

const minute = 60_000;

describe("room", () => {
  const none = { assignments: null, weightGrams: null };

  test("is without limit where none is set, and counts assignments and weight where one is", () => {
    expect(hasRoom(none, { assignments: 500, weightGrams: 1e9 }, 1e9)).toBe(true);
    expect(hasRoom({ ...none, assignments: 2 }, { assignments: 1, weightGrams: 0 }, 1e9)).toBe(true);
    expect(hasRoom({ ...none, assignments: 2 }, { assignments: 2, weightGrams: 0 }, 0)).toBe(false);
    expect(hasRoom({ ...none, weightGrams: 5_000 }, { assignments: 9, weightGrams: 3_000 }, 2_000)).toBe(
      true,
    );
    expect(hasRoom({ ...none, weightGrams: 5_000 }, { assignments: 0, weightGrams: 3_000 }, 2_001)).toBe(
      false,
    );
    expect(hasRoom({ ...none, assignments: 0 }, { assignments: 0, weightGrams: 0 }, 0)).toBe(false);
  });

  test("counts every piece of a parcel", () => {
    const parcels = [{ ...plainParcel, quantity: 3, weight_grams: 700 }, plainParcel];
    expect(weightOf(parcels)).toBe(3_100);
  });
});

describe("the nearest driver", () => {
  const pickup = { latitude: 52.52, longitude: 13.405 };
  /** About 1.1 km for each hundredth of a degree. */
  const north = (id: string, hundredths: number) => ({
    id,
    place: { latitude: pickup.latitude + hundredths / 100, longitude: pickup.longitude },
  });
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);

  test("comes first, and one beyond the radius not at all", () => {
    const drivers = [north("far", 5), north("near", 1), north("middle", 2), north("out", 9)];
    expect(ids(nearestFirst(drivers, pickup, 6_000))).toEqual(["near", "middle", "far"]);
    expect(ids(nearestFirst(drivers, pickup, 1_000))).toEqual([]);
  });

  test("of two at one place is the one who was there first, whatever the order of the list", () => {
    expect(ids(nearestFirst([north("b", 1), north("a", 1)], pickup, 6_000))).toEqual(["a", "b"]);
    expect(ids(nearestFirst([north("a", 1), north("b", 1)], pickup, 6_000))).toEqual(["a", "b"]);
  });
});

describe("the search", () => {
  test("starts at the estimated pickup without the way to it, and never in the past", () => {
    expect(searchStart(100 * minute, 20 * minute, 0)).toBe(80 * minute);
    expect(searchStart(100 * minute, 20 * minute, 90 * minute)).toBe(90 * minute);
    expect(searchStart(null, 20 * minute, 5)).toBe(5);
  });

  test("ends 10 minutes before the first window does", () => {
    const until = (end: string) => ({ start: "2026-11-23T08:00:00.000Z", end });
    const [early, late] = [until("2026-11-23T10:00:00.000Z"), until("2026-11-23T12:00:00.000Z")];
    expect(giveBackTime([late, early])).toBe(Date.parse("2026-11-23T09:50:00.000Z"));
    expect(giveBackTime([null, late])).toBe(Date.parse("2026-11-23T11:50:00.000Z"));
    expect(giveBackTime([null, null])).toBeNull();
  });

  test("is over when somebody is on the way", () => {
    expect(
      [null, "awaiting_carrier", "confirmed", "en_route_to_pickup", "picked_up"].map((s) =>
        isUnderWay(s as never),
      ),
    ).toEqual([true, false, false, true, true]);
  });
});

describe("the next step", () => {
  const job = { status: "searching", searchAt: 0, givesUpAt: null, asked: [], answerUntil: null } as const;
  const step = (change: Partial<Search["job"]>, rest: Partial<Search> = {}) =>
    nextStep({
      job: { ...job, ...change },
      choice: "nearest",
      isUnderWay: false,
      hasDrivers: true,
      nearest: () => "drv_a",
      now: 100 * minute,
      ...rest,
    });
  const nobody = { nearest: () => undefined };

  test("asks the nearest driver", () => {
    expect(step({})).toEqual({ kind: "ask", driverId: "drv_a" });
  });

  test("asks the next one when the time to answer is over, and nobody before", () => {
    const offered = { status: "offered", answerUntil: 101 * minute, asked: ["drv_b"] } as const;
    expect(step(offered)).toEqual({ kind: "wait", dueAt: 101 * minute });
    expect(step(offered, { now: 101 * minute })).toEqual({ kind: "ask", driverId: "drv_a" });
  });

  test("waits for the start of the search", () => {
    expect(step({ searchAt: 101 * minute })).toEqual({ kind: "wait", dueAt: 101 * minute });
  });

  test("looks again soon when nobody is left, and gives the job back when the window ends", () => {
    expect(step({}, nobody)).toEqual({ kind: "nobody", dueAt: 100 * minute + 10_000 });
    expect(step({ givesUpAt: 100 * minute + 1 }, nobody)).toEqual({
      kind: "nobody",
      dueAt: 100 * minute + 1,
    });
    expect(step({ givesUpAt: 100 * minute }, nobody)).toEqual({ kind: "give_back" });
  });

  test("asks one driver although the window is nearly over, and then nobody else", () => {
    expect(step({ givesUpAt: 0 })).toEqual({ kind: "ask", driverId: "drv_a" });
    expect(step({ givesUpAt: 0, asked: ["drv_b"] })).toEqual({ kind: "give_back" });
  });

  test("leaves a job alone that somebody has, that ended, or that the fleet moves without a driver", () => {
    expect(step({ status: "accepted" })).toEqual({ kind: "rest" });
    expect(step({ status: "ended" })).toEqual({ kind: "rest" });
    expect(step({}, { isUnderWay: true })).toEqual({ kind: "rest" });
    expect(step({ givesUpAt: 0 }, { isUnderWay: true })).toEqual({ kind: "rest" });
  });

  test("is a dispatcher's where the fleet wants it so", () => {
    const manual = { choice: "manual", nearest: () => expect.unreachable() } as const;
    expect(step({}, manual)).toEqual({ kind: "nobody", dueAt: null });
    expect(step({ givesUpAt: 101 * minute }, manual)).toEqual({ kind: "nobody", dueAt: 101 * minute });
    expect(step({ givesUpAt: 99 * minute }, manual)).toEqual({ kind: "give_back" });
    expect(step({ givesUpAt: 99 * minute }, { ...manual, hasDrivers: false })).toEqual({
      kind: "nobody",
      dueAt: null,
    });
  });
});
