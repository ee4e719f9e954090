import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { emptyHistogram, latencyClass, percentileMs } from "../../../src/access/usage/latency.ts";

function histogramOf(durations: readonly number[]): number[] {
  const histogram = emptyHistogram();
  for (const ms of durations) histogram[latencyClass(ms)] = (histogram[latencyClass(ms)] ?? 0) + 1;
  return histogram;
}

/** The nearest-rank percentile of the durations themselves. */
function exact(durations: readonly number[], share: number): number {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
}

const factor = Math.SQRT2;

describe("a percentile", () => {
  test("lies within a class of the exact one, whatever the durations", () => {
    const durations = fc.array(fc.double({ min: 0.26, max: 30_000, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(durations, fc.constantFrom(0.5, 0.95), (list, share) => {
        const told = percentileMs(histogramOf(list), share) ?? Number.NaN;
        const real = exact(list, share);
        expect(told).toBeGreaterThanOrEqual(real / factor - 0.01);
        expect(told).toBeLessThanOrEqual(real * factor + 0.01);
      }),
    );
  });

  test("of evenly spread durations is close", () => {
    const histogram = histogramOf(Array.from({ length: 1000 }, (_, index) => index + 1));
    expect(percentileMs(histogram, 0.5)).toBeCloseTo(500, -1.5);
    expect(percentileMs(histogram, 0.95)).toBeCloseTo(950, -2);
  });

  test("rises with the share, and is that of all durations when histograms are added up", () => {
    const [fast, slow] = [histogramOf([1, 1, 1]), histogramOf([400, 400, 400])];
    const both = fast.map((count, index) => count + (slow[index] ?? 0));
    expect(percentileMs(both, 0.5)).toBeLessThanOrEqual(1.5);
    expect(percentileMs(both, 0.95)).toBeGreaterThan(250);
  });

  test("of no requests is null", () => {
    expect(percentileMs(emptyHistogram(), 0.5)).toBeNull();
  });
});

test("durations beyond both ends of the scale have a class", () => {
  expect(latencyClass(0)).toBe(0);
  expect(latencyClass(0.25)).toBe(0);
  expect(latencyClass(0.26)).toBe(1);
  const last = emptyHistogram().length - 1;
  expect(latencyClass(3_600_000)).toBe(last);
  expect(percentileMs(histogramOf([3_600_000]), 0.5)).toBeGreaterThan(30_000);
});
