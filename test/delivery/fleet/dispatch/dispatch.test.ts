import { describe, expect, test } from "bun:test";
import {
  giveBackTime,
  hasRoom,
  nearestFirst,
  nextStep,
  type Search,
  searchStart,
} from "../../../../src/delivery/lifecycle/driver-jobs/driver-job.ts";
import { isAtRest } from "../../../../src/delivery/lifecycle/state/status.ts";
import { gramsOf } from "../../../../src/delivery/model/parcels.ts";
import { plainParcel } from "../../carriers/kinds/fleet/support.ts";

const minute = 60_000;

describe("room", () => {
  const none = { capacityAssignments: null, capacityWeightGrams: null };
  const load = (assignments: number, weightGrams: number) => ({ assignments, weightGrams });

  test("counts assignments and weight where a driver has a limit", () => {
    expect(hasRoom(none, load(199, 1e9), 1e9)).toBe(true);
    expect(hasRoom({ ...none, capacityAssignments: 2 }, load(1, 0), 1e9)).toBe(true);
    expect(hasRoom({ ...none, capacityAssignments: 2 }, load(2, 0), 0)).toBe(false);
    expect(hasRoom({ ...none, capacityWeightGrams: 5_000 }, load(9, 3_000), 2_000)).toBe(true);
    expect(hasRoom({ ...none, capacityWeightGrams: 5_000 }, load(0, 3_000), 2_001)).toBe(false);
  });

  test("ends at 200 jobs, whatever the limit", () => {
    expect(hasRoom(none, load(200, 0), 0)).toBe(false);
    expect(hasRoom({ ...none, capacityAssignments: 1_000 }, load(200, 0), 0)).toBe(false);
  });

  test("counts every piece of a parcel", () => {
    const parcels = [{ ...plainParcel, quantity: 3, weight_grams: 700 }, plainParcel];
    expect(gramsOf(parcels)).toBe(3_100);
  });
});

describe("the nearest driver", () => {
  const pickup = { latitude: 52.52, longitude: 13.405 };
  /** About 1.1 km for each hundredth of a degree. */
  const now = 100 * minute;
  const north = (id: string, hundredths: number, recordedAt = now) => ({
    id,
    place: { latitude: pickup.latitude + hundredths / 100, longitude: pickup.longitude, recordedAt },
  });
  const within = (radiusMeters: number) => ({ radiusMeters, now });
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);

  test("comes first, and one beyond the radius not at all", () => {
    const drivers = [north("far", 5), north("near", 1), north("middle", 2), north("out", 9)];
    expect(ids(nearestFirst(drivers, pickup, within(6_000)))).toEqual(["near", "middle", "far"]);
    expect(ids(nearestFirst(drivers, pickup, within(1_000)))).toEqual([]);
  });

  test("is nobody who was last seen an hour ago", () => {
    const drivers = [north("old", 1, now - 60 * minute), north("seen", 2, now - 59 * minute)];
    expect(ids(nearestFirst(drivers, pickup, within(6_000)))).toEqual(["seen"]);
  });

  test("of two at one place is the one who was there first, whatever the order of the list", () => {
    expect(ids(nearestFirst([north("b", 1), north("a", 1)], pickup, within(6_000)))).toEqual(["a", "b"]);
    expect(ids(nearestFirst([north("a", 1), north("b", 1)], pickup, within(6_000)))).toEqual(["a", "b"]);
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
    const steps = [
      { status: "returning", substatus: null },
      { status: "assigned", substatus: "awaiting_carrier" },
      { status: "assigned", substatus: "confirmed" },
      { status: "assigned", substatus: "en_route_to_pickup" },
      { status: "in_transit", substatus: "picked_up" },
    ] as const;
    expect(steps.map((step) => !isAtRest(step))).toEqual([true, false, false, true, true]);
  });
});

describe("the next step", () => {
  const job = { status: "searching", searchAt: 0, givesUpAt: null, asked: [], answerUntil: null } as const;
  const step = (change: Partial<Search["job"]>, rest: Partial<Search> = {}) =>
    nextStep({
      job: { ...job, ...change },
      terms: { choice: "nearest", answerMs: minute, givesBack: true },
      isUnderWay: false,
      hasDrivers: () => true,
      nearest: () => "drv_a",
      now: 100 * minute,
      ...rest,
    });
  const asked = { kind: "ask" as const, driverId: "drv_a", answerUntil: 101 * minute };
  const nobody = { nearest: () => undefined };

  test("asks the nearest driver", () => {
    expect(step({})).toEqual(asked);
  });

  test("asks the next one when the time to answer is over, and nobody before", () => {
    const offered = { status: "offered", answerUntil: 101 * minute, asked: ["drv_b"] } as const;
    expect(step(offered)).toEqual({ kind: "wait", dueAt: 101 * minute });
    expect(step(offered, { now: 101 * minute })).toEqual({ ...asked, answerUntil: 102 * minute });
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

  test("asks nobody beyond the end of the search", () => {
    expect(step({ givesUpAt: 100 * minute + 5 })).toEqual({ ...asked, answerUntil: 100 * minute + 5 });
  });

  test("asks one driver although the window is nearly over, and then nobody else", () => {
    expect(step({ givesUpAt: 0 })).toEqual(asked);
    expect(step({ givesUpAt: 0, asked: ["drv_b"] })).toEqual({ kind: "give_back" });
  });

  test("keeps a job that nobody takes, and goes on asking, where the fleet gives nothing back", () => {
    const nearest = { choice: "nearest", answerMs: minute, givesBack: false } as const;
    expect(step({ givesUpAt: 0, asked: ["drv_b"] }, { terms: nearest })).toEqual(asked);
    const soon = { kind: "nobody" as const, dueAt: 100 * minute + 10_000 };
    expect(step({ givesUpAt: 0 }, { terms: nearest, ...nobody })).toEqual(soon);
    const manual = { ...nearest, choice: "manual" } as const;
    expect(step({ givesUpAt: 0 }, { terms: manual })).toEqual({ kind: "nobody", dueAt: null });
  });

  test("leaves a job alone that somebody has, that ended, or that the fleet moves without a driver", () => {
    expect(step({ status: "accepted" })).toEqual({ kind: "rest" });
    expect(step({ status: "ended" })).toEqual({ kind: "rest" });
    expect(step({}, { isUnderWay: true })).toEqual({ kind: "rest" });
    expect(step({ givesUpAt: 0 }, { isUnderWay: true })).toEqual({ kind: "rest" });
  });

  test("is a dispatcher's where the fleet wants it so", () => {
    const terms = { choice: "manual", answerMs: minute, givesBack: true } as const;
    const manual = { terms, nearest: () => expect.unreachable() };
    expect(step({}, manual)).toEqual({ kind: "nobody", dueAt: null });
    expect(step({ givesUpAt: 101 * minute }, manual)).toEqual({ kind: "nobody", dueAt: 101 * minute });
    expect(step({ givesUpAt: 99 * minute }, manual)).toEqual({ kind: "give_back" });
    expect(step({ givesUpAt: 99 * minute }, { ...manual, hasDrivers: () => false })).toEqual({
      kind: "nobody",
      dueAt: null,
    });
  });
});
