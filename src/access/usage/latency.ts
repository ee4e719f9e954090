/**
 * Durations on a logarithmic scale: class i ends at 0.25 ms × √2^i. Counts by class can be added up over days, keys and
 * routes, and give percentiles with the precision of a class.
 */
const firstEndMs = 0.25;
/** The last class is open-ended. It begins at 33 s, above the longest wait of any request. */
const lastClass = 35;

/** Requests by class of latency. */
export type Histogram = number[];

export function emptyHistogram(): Histogram {
  return new Array(lastClass + 1).fill(0);
}

/** The class of a duration in ms. */
export function latencyClass(durationMs: number): number {
  if (durationMs <= firstEndMs) return 0;
  return Math.min(lastClass, Math.ceil(2 * Math.log2(durationMs / firstEndMs)));
}

/** The duration in ms, with two decimals, that `share` of the requests did not exceed; null if there were none. */
export function percentileMs(histogram: Histogram, share: number): number | null {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  const wanted = total * share;
  let before = 0;
  for (const [index, count] of histogram.entries()) {
    if (count > 0 && before + count >= wanted) {
      // Assumes that the durations are spread evenly over their class.
      const beginMs = index === 0 ? 0 : endMs(index - 1);
      const ms = beginMs + (endMs(index) - beginMs) * ((wanted - before) / count);
      return Math.round(ms * 100) / 100;
    }
    before += count;
  }
  return null;
}

function endMs(index: number): number {
  return firstEndMs * 2 ** (index / 2);
}
