import { WaybillError } from "./error.ts";

const firstWaitMs = 500;
const longestWaitMs = 8000;
/** Who is asked to wait for longer, such as till the quota of tomorrow, is told rather than kept waiting. */
const retryAfterSecondsMax = 60;

export interface RetryOptions {
  retriesMax: number;
  /** Whether the request may have had its effect without an answer, and be sent again all the same. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
}

/** Does it until it succeeds, fails for good, or has been tried often enough; then fails as it failed last. */
export async function withRetries<T>(attempt: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      const waitMs = retries < options.retriesMax ? waitBefore(error, retries, options) : undefined;
      if (waitMs === undefined) throw error;
      await wait(waitMs, options.signal);
    }
  }
}

/** Milliseconds to wait before the next try; undefined for none. */
export function waitBefore(error: unknown, retries: number, options: RetryOptions): number | undefined {
  if (options.signal?.aborted) return undefined;
  const backOffMs = Math.min(longestWaitMs, firstWaitMs * 2 ** retries) * (0.5 + Math.random() / 2);
  if (!(error instanceof WaybillError)) return options.isRepeatable ? backOffMs : undefined;
  // 429 is said before anything is done.
  const mayRetry = error.status === 429 || (error.status === 503 && options.isRepeatable);
  const { retryAfterSeconds } = error;
  if (!mayRetry || (retryAfterSeconds ?? 0) > retryAfterSecondsMax) return undefined;
  return retryAfterSeconds === undefined ? backOffMs : retryAfterSeconds * 1000;
}

/** @throws the signal's reason when it is aborted meanwhile */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}
