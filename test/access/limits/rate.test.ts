import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { drained, filled, type Level, type Rate, waitMs } from "../../../src/access/limits/rate.ts";

const rates = fc.record({
  perSecond: fc.integer({ min: 1, max: 500 }),
  burst: fc.integer({ min: 1, max: 50 }),
});
/** Milliseconds between one request and the next: many at once, some after a pause. */
const gaps = fc.array(fc.oneof(fc.constant(0), fc.nat(20), fc.nat(3000)), { minLength: 1, maxLength: 200 });
const begin = Date.UTC(2026, 0, 31);
const empty: Level = { backlog: 0, at: begin };

/** When requests that come at these times get through, and what the bucket holds then. */
function run(rate: Rate, times: readonly number[]): { passed: number[]; level: Level } {
  let level = empty;
  const passed: number[] = [];
  for (const now of times) {
    level = drained(rate, level, now);
    if (waitMs(rate, level) > 0) continue;
    level = filled(level);
    passed.push(now);
  }
  return { passed, level };
}

function timesOf(pauses: readonly number[]): number[] {
  let now = begin;
  return pauses.map((pause) => {
    now += pause;
    return now;
  });
}

describe("GCRA", () => {
  test("lets no more than the burst and the rate through, in any span of time", () => {
    fc.assert(
      fc.property(rates, gaps, (rate, pauses) => {
        const { passed } = run(rate, timesOf(pauses));
        for (const [first, from] of passed.entries()) {
          for (const [last, to] of passed.entries()) {
            if (last < first) continue;
            // In thousandths: exact.
            expect((last - first + 1) * 1000).toBeLessThanOrEqual(
              rate.burst * 1000 + (to - from) * rate.perSecond,
            );
          }
        }
      }),
    );
  });

  test("refuses nobody below them", () => {
    fc.assert(
      fc.property(rates, gaps, (rate, pauses) => {
        const spaced = timesOf(pauses.map((pause) => pause + Math.ceil(1000 / rate.perSecond)));
        expect(run(rate, spaced).passed).toEqual(spaced);
      }),
    );
  });

  test("says how long to wait, to the millisecond", () => {
    fc.assert(
      fc.property(rates, gaps, (rate, pauses) => {
        const { level } = run(rate, timesOf(pauses));
        const wait = waitMs(rate, level);
        const after = (ms: number) => waitMs(rate, drained(rate, level, level.at + ms));
        expect(after(wait)).toBe(0);
        if (wait > 0) expect(after(wait - 1)).toBe(1);
      }),
    );
  });

  const rate: Rate = { perSecond: 10, burst: 20 };

  test("a clock that is set back neither locks out nor allows more", () => {
    const { level } = run(rate, Array<number>(20).fill(begin));
    const back = drained(rate, level, begin - 3_600_000);
    expect(waitMs(rate, back)).toBe(100);
    expect(waitMs(rate, drained(rate, back, back.at + 100))).toBe(0);
  });

  test("after the rate is lowered, a bucket is full at most", () => {
    const { level } = run({ perSecond: 200, burst: 400 }, Array<number>(400).fill(begin));
    expect(waitMs(rate, drained(rate, level, begin))).toBe(100);
  });
});
