import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { moved } from "../../../../src/delivery/carriers/kinds/simulated/route.ts";
import { completeGpsFault } from "../../../../src/delivery/lifecycle/simulation/input/faults.ts";
import { type GpsFault, type GpsFaultKind, gpsFaultKinds } from "../../../../src/delivery/model/model.ts";
import type { PlannedPosition } from "../../../../src/delivery/sandbox/driver.ts";
import { reportedPositions, type SentPosition } from "../../../../src/delivery/sandbox/gps-faults/faults.ts";
import {
  driverClock,
  farMeters,
  judgePositions,
} from "../../../../src/delivery/sandbox/gps-faults/judging.ts";
import { distanceMeters } from "../../../../src/infra/geography/coordinates.ts";

/** A phone with faults, whatever the route: a pure function from planned positions to reported ones. */

const speedMps = 9.5;

const ride = fc
  .record({
    // Not the place of a receiver without one.
    latitude: fc.double({ min: 30, max: 80, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    legs: fc.array(
      fc.record({
        waits: fc.integer({ min: 1, max: 10 }),
        meters: fc.integer({ min: 0, max: 60_000 }),
        bearing: fc.integer({ min: 0, max: 359 }),
      }),
      { minLength: 1, maxLength: 40 },
    ),
  })
  .map(({ latitude, longitude, legs }) => {
    let place = { latitude, longitude };
    let seconds = 3;
    return legs.map(({ waits, meters, bearing }, index): PlannedPosition => {
      place = moved(place, meters, bearing);
      seconds += waits;
      const measured = { accuracyMeters: 8, headingDegrees: bearing, speedMps, fraction: null };
      return {
        index: 3 + 2 * index,
        seconds,
        lateSeconds: 0,
        leg: "delivery",
        update: { kind: "position", ...place, ...measured },
      };
    });
  });

const fault = (kinds: readonly GpsFaultKind[] = gpsFaultKinds) =>
  fc
    .record({
      fault: fc.constantFrom(...kinds),
      from_seconds: fc.integer({ min: 0, max: 200 }),
      lasts: fc.integer({ min: 1, max: 200 }),
      seed: fc.string(),
    })
    .map(({ lasts, ...input }) =>
      completeGpsFault({ ...input, to_seconds: input.from_seconds + lasts }, "seed"),
    );

const asGiven = (planned: readonly PlannedPosition[]) =>
  planned.map(({ index, seconds, lateSeconds, update }): SentPosition => {
    const sent = { index, seconds };
    return { taken: { ...sent, lateSeconds }, sent, update, clockSeconds: 0 };
  });

const isDuring = ({ seconds }: { seconds: number }, { from_seconds, to_seconds }: GpsFault) =>
  seconds >= from_seconds && seconds < to_seconds;

function report(planned: readonly PlannedPosition[], faults: readonly GpsFault[]) {
  const clock = driverClock(planned, speedMps, ({ seconds }) => seconds * 1000);
  const reported = reportedPositions(planned, faults, farMeters(planned, clock));
  return { reported, verdicts: judgePositions(reported, clock) };
}

const check = (property: fc.IProperty<[PlannedPosition[], GpsFault]>) =>
  fc.assert(property, { numRuns: 300 });

describe("a phone with faults", () => {
  test("without a fault reports the plan, and every position is good, however far and fast", () => {
    fc.assert(
      fc.property(ride, fc.constantFrom(1, 10, 1000), (planned, secondMs) => {
        const clock = driverClock(planned, speedMps, ({ seconds }) => seconds * secondMs);
        const reported = reportedPositions(planned, [], farMeters(planned, clock));
        expect(reported).toEqual(asGiven(planned));
        expect(new Set(judgePositions(reported, clock))).toEqual(new Set(["good"]));
      }),
    );
  });

  test("changes only what is taken during a fault, the same each time, and sends nothing before it is taken", () => {
    fc.assert(
      fc.property(ride, fc.array(fault(), { maxLength: 4 }), (planned, faults) => {
        const { reported } = report(planned, faults);
        expect(report(planned, faults).reported).toEqual(reported);
        const isSpared = (at: { seconds: number }) => !faults.some((one) => isDuring(at, one));
        expect(reported.filter(({ taken }) => isSpared(taken))).toEqual(asGiven(planned.filter(isSpared)));
        const steps = reported.map(({ sent }) => sent.index);
        expect(steps).toEqual(steps.toSorted((a, b) => a - b));
        for (const { taken, sent } of reported) expect(sent.index).toBeGreaterThanOrEqual(taken.index);
        const known = new Set(planned.map(({ index }) => index));
        for (const step of steps) expect(known.has(step)).toBe(true);
      }),
    );
  });

  test("loses in a gap only, and doubles as a duplicate only", () => {
    check(
      fc.property(ride, fault(), (planned, one) => {
        const { reported } = report(planned, [one]);
        const inside = planned.filter((position) => isDuring(position, one)).length;
        const copies = { gap: 0, duplicate: 2 }[one.fault as string] ?? 1;
        expect(reported.length).toBe(planned.length + (copies - 1) * inside);
      }),
    );
  });

  test("reports each position twice at most, however many duplicates share its time", () => {
    const rest = fc.array(fault(), { maxLength: 4 });
    fc.assert(
      fc.property(ride, fault(["duplicate"]), rest, (planned, one, others) => {
        const { reported } = report(planned, [one]);
        expect(report(planned, [one, one, one]).reported).toEqual(reported);
        const bent = report(planned, [one, ...others, one]).reported;
        const copies = Map.groupBy(bent, ({ taken }) => taken.index);
        for (const same of copies.values()) expect(same.length).toBeLessThanOrEqual(2);
      }),
    );
  });

  test("keeps a good map where the judge can tell", () => {
    const told = { null_island: "null_island", clock_ahead: "ahead", coarse: "inaccurate" } as const;
    check(
      fc.property(ride, fault(Object.keys(told) as (keyof typeof told)[]), (planned, one) => {
        const { reported, verdicts } = report(planned, [one]);
        const expected = reported.map(({ taken }) =>
          isDuring(taken, one) ? told[one.fault as keyof typeof told] : "good",
        );
        expect(verdicts).toEqual(expected);
      }),
    );
  });

  test("a jump by default is too fast, until the third that agrees, also on the way back", () => {
    check(
      fc.property(ride, fault(["jump"]), (planned, one) => {
        const { verdicts } = report(planned, [one]);
        const before = planned.filter(({ seconds }) => seconds < one.from_seconds).length;
        const during = planned.filter((position) => isDuring(position, one)).length;
        const holds = (count: number) =>
          Array.from({ length: count }, (_, place) => (place < 2 ? "too_fast" : "good"));
        const isBelieved = before > 0 && during >= 3;
        const isOnly = before === 0;
        const jumped = isOnly ? Array(during).fill("good") : holds(during);
        const back = planned.length - before - during;
        const after = (isOnly && during > 0) || isBelieved ? holds(back) : Array(back).fill("good");
        expect(verdicts).toEqual([...Array(before).fill("good"), ...jumped, ...after]);
      }),
    );
  });

  test("late positions are old, and none is missing; the one after each is good", () => {
    check(
      fc.property(ride, fault(["out_of_order"]), (planned, one) => {
        const { reported, verdicts } = report(planned, [one]);
        for (const [place, { taken, sent }] of reported.entries()) {
          expect(verdicts[place]).toBe(taken.index < sent.index ? "old" : "good");
        }
        const taken = reported.map((position) => position.taken.index).toSorted((a, b) => a - b);
        expect(taken).toEqual(planned.map(({ index }) => index));
        // Every second one is late, but the last of the plan.
        const inside = planned.filter((position) => isDuring(position, one));
        const late = inside.filter(
          ({ index }, place) => place % 2 === 0 && index < (planned.at(-1)?.index ?? 0),
        );
        expect(verdicts.filter((verdict) => verdict === "old").length).toBe(late.length);
      }),
    );
  });

  test("late positions of a long trip look at few others", () => {
    let reads = 0;
    const update = { kind: "position", latitude: 50, longitude: 8, accuracyMeters: 8 } as const;
    const planned = Array.from({ length: 1_400 }, (_, index): PlannedPosition => {
      const measured = { ...update, headingDegrees: null, speedMps: null, fraction: null };
      return {
        get index() {
          reads += 1;
          return index;
        },
        seconds: index,
        lateSeconds: 0,
        leg: null,
        update: measured,
      };
    });
    const late = Array.from({ length: 20 }, (_, place) =>
      completeGpsFault({ fault: "out_of_order", from_seconds: 0, to_seconds: 1_400 }, `${place}`),
    );
    reportedPositions(planned, late, 1_000);
    expect(reads).toBeLessThan(20 * 1_400 * 20);
  });

  test("a drift grows to its distance, and a frozen phone stays", () => {
    check(
      fc.property(ride, fault(["drift", "freeze"]), (planned, one) => {
        const inside = report(planned, [one]).reported.filter(({ taken }) => isDuring(taken, one));
        const offsets = inside.map(({ update }, place) => {
          const plan = planned.filter((position) => isDuring(position, one))[place];
          return plan ? distanceMeters(update, plan.update) : 0;
        });
        if (one.fault === "drift") {
          expect(offsets.every((meters) => meters <= 501)).toBe(true);
          expect(offsets).toEqual(offsets.toSorted((a, b) => a - b));
        } else {
          for (const { update } of inside) expect(update).toBe(inside[0]?.update as never);
        }
      }),
    );
  });

  test("recovers: whatever went wrong, the fourth sound position after it counts", () => {
    fc.assert(
      fc.property(ride, fc.array(fault(), { maxLength: 4 }), (planned, faults) => {
        const { reported, verdicts } = report(planned, faults);
        const overAt = Math.max(0, ...faults.map(({ to_seconds }) => to_seconds));
        const after = reported.flatMap(({ taken, sent }, place) =>
          taken.seconds >= overAt && sent.index === taken.index ? [verdicts[place]] : [],
        );
        expect(after.slice(2).every((verdict) => verdict === "good")).toBe(true);
      }),
    );
  });
});
