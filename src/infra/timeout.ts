/** Told from the TimeoutError of a call's own. */
const timeoutCode = "WAYBILL_TIMEOUT";

/**
 * Calls `call` with a signal that aborts after `timeoutMs`, or together with `stop`.
 * Once it has aborted the result rejects with the signal's reason, whether or not the call watches the signal;
 * `isTimeout` recognizes the first kind. Leaves no timer behind.
 */
export async function callWithTimeout<T>(
  timeoutMs: number,
  call: (signal: AbortSignal) => Promise<T>,
  stop?: AbortSignal,
): Promise<T> {
  // AbortSignal.timeout would keep what the call holds until the time is over.
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

/** Whether `callWithTimeout` rejected because the time was over. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === timeoutCode;
}

function timeUp(timeoutMs: number): Error {
  return Object.assign(new Error(`no answer within ${timeoutMs} ms`), { code: timeoutCode });
}

/** Whether `work` settles within `timeoutMs`; it goes on in either case. Rejects where the work does so in time. */
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
