import { WaybillError } from "./error.ts";

const firstWaitMs = 500;
const longestWaitMs = 8000;
/** For a longer wait, such as for tomorrow's quota, the client throws instead of waiting. */
const retryAfterSecondsMax = 60;

export interface RetryOptions {
  retriesMax: number;
  /** Whether it is safe to repeat the request after a lost response. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
}

/** Retries `attempt` until it succeeds, fails permanently or runs out of retries. Throws the last error. */
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

/** Milliseconds to wait before the next attempt; undefined for no further attempt. */
export function waitBefore(error: unknown, retries: number, options: RetryOptions): number | undefined {
  if (options.signal?.aborted) return undefined;
  const backOffMs = Math.min(longestWaitMs, firstWaitMs * 2 ** retries) * (0.5 + Math.random() / 2);
  if (!(error instanceof WaybillError)) return options.isRepeatable ? backOffMs : undefined;
  // The API sends 429 before it does anything.
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
