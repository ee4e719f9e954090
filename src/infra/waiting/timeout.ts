/** Distinguishes our timeout from a TimeoutError of the call itself. */
const timeoutCode = "WAYBILL_TIMEOUT";

/**
 * Calls `call` with a signal that aborts after `timeoutMs` or when `stop` aborts. Then the result rejects with the
 * signal's reason, even if the call ignores the signal. `isTimeout` recognizes a timeout. No timer is left behind.
 */
export async function callWithTimeout<T>(
  timeoutMs: number,
  call: (signal: AbortSignal) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  // AbortSignal.timeout would keep the call's memory until the time is over.
  const limit = new AbortController();
  const signal = stop === undefined ? limit.signal : AbortSignal.any([limit.signal, stop]);
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const timer = setTimeout(() => limit.abort(timeUp(timeoutMs)), timeoutMs);
  try {
    return await Promise.race([call(signal), aborted]);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
  }
}

/** Whether `callWithTimeout` rejected because of its timeout. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === timeoutCode;
}

function timeUp(timeoutMs: number): Error {
  return Object.assign(new Error(`no answer within ${timeoutMs} ms`), { code: timeoutCode });
}

/** Whether `work` settles within `timeoutMs`. The work continues in any case. Rejects if the work rejects in time. */
export async function settlesWithin(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  const late = Symbol();
  const { promise: timeOver, resolve } = Promise.withResolvers<typeof late>();
  const timer = setTimeout(resolve, timeoutMs, late);
  try {
    return (await Promise.race([work, timeOver])) !== late;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for a time, or until `stop` aborts. No timer is left behind. */
export async function sleepUnless(ms: number, stop: AbortSignal): Promise<void> {
  if (stop.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  const end = () => resolve();
  stop.addEventListener("abort", end);
  await promise;
  clearTimeout(timer);
  stop.removeEventListener("abort", end);
}
