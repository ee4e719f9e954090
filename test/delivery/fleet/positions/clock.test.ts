import { describe, expect, test } from "bun:test";
import {
  clockAfter,
  type SenderClock,
  withClock,
  wrongClock,
} from "../../../../src/delivery/fleet/positions/clock.ts";

const start = Date.parse("2026-02-02T10:00:00Z");
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Positions, each as when it comes and how far its time is off. @returns whether the clock was wrong after each */
function noticed(sent: [afterMs: number, offsetMs: number][]): boolean[] {
  let clock: SenderClock | undefined;
  return sent.map(([afterMs, offsetMs]) => {
    const now = start + afterMs;
    clock = clockAfter(clock, now + offsetMs, now);
    return clock?.isWrong ?? false;
  });
}

describe("a clock is wrong", () => {
  test("that is ahead, or further behind than any app keeps a position, at the first one", () => {
    for (const offset of [11 * second, 2 * hour, 3_650 * day, -31 * day, -1_024 * 7 * day, -start])
      expect([offset, noticed([[0, offset]])]).toEqual([offset, [true]]);
  });

  test("that stays behind by the same, at the third position and after half a minute", () => {
    for (const offset of [-6 * minute, -2 * hour, -12 * hour, -day]) {
      const sent: [number, number][] = [0, 20, 40, 60].map((at) => [at * second, offset - (at % 3) * second]);
      expect(noticed(sent)).toEqual([false, false, true, true]);
    }
    const every5Seconds: [number, number][] = [0, 5, 10, 15, 20, 25, 30].map((at) => [at * second, -hour]);
    expect(noticed(every5Seconds)).toEqual([false, false, false, false, false, false, true]);
  });

  test("until a position has the right time, and no longer", () => {
    expect(
      noticed([
        [0, 2 * hour],
        [10_000, -2_000],
        [20_000, 2 * hour],
      ]),
    ).toEqual([true, false, true]);
    const set: [number, number][] = [0, 20, 40].map((at) => [at * second, -2 * hour]);
    expect(noticed([...set, [60_000, -1_000], [80_000, -2 * hour]])).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
  });
});

describe("a clock may be right", () => {
  test("a little off, or without a network for a while", () => {
    for (const offset of [0, 9 * second, -4 * minute, -hour, -29 * day])
      expect([offset, noticed([[0, offset]])]).toEqual([offset, [false]]);
  });

  test("of an app that sends what it has kept, one after the other, however slow the network", () => {
    for (const [recordedEvery, sentEvery] of [
      [10, 0.2],
      [60, 1],
      [30, 5],
      [600, 30],
      [30, 10],
    ] as const) {
      const sent = Array.from({ length: 60 }, (_, index): [number, number] => [
        index * sentEvery * second,
        -6 * hour + index * (recordedEvery - sentEvery) * second,
      ]).filter(([, offset]) => offset < 0);
      expect(noticed(sent)).not.toContain(true);
    }
    // Many at once are one.
    expect(noticed(Array.from({ length: 50 }, () => [0, -hour] as [number, number]))).not.toContain(true);
  });
});

test("each sender has its clock, and one that is silent for an hour needs nobody", () => {
  const wrong = clockAfter(undefined, start + 2 * hour, start);
  const clocks = withClock({}, "tok_1", wrong, start);
  expect(wrongClock(clocks, start)).toMatchObject({ offsetMs: 2 * hour, since: start, endsAt: start + hour });
  expect(withClock(clocks, "tok_2", undefined, start)).toBe(clocks);
  expect(wrongClock(withClock(clocks, "tok_2", undefined, start), start)?.offsetMs).toBe(2 * hour);
  expect(wrongClock(withClock(clocks, "tok_1", undefined, start), start)).toBeUndefined();
  expect(wrongClock(clocks, start + hour - 1)).toBeDefined();
  expect(wrongClock(clocks, start + hour)).toBeUndefined();
  const later = withClock(
    clocks,
    "tok_2",
    clockAfter(undefined, start + 9 * hour, start + hour),
    start + hour,
  );
  expect(Object.keys(later)).toEqual(["tok_2"]);
});
