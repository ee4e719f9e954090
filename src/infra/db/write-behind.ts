import { isFault } from "../errors.ts";
import { settlesWithin } from "../waiting/timeout.ts";

/** A disk that hangs must not hold whoever reads what was written, nor a stop. */
const flushMaxMs = 10_000;

/** Delayed writes that nobody waits for. One call covers all requests made in the meantime. */
export interface WriteBehind {
  /** Writes within `waitMs`. */
  soon(): void;
  /**
   * Writes now. Resolves when everything pending at the call is written, or has failed and was reported, or after ten
   * seconds.
   */
  flush(): Promise<void>;
}

/**
 * `work` writes what is there when it is called; no two of its calls overlap. After a failure it is called again
 * after `waitMs`. `onError` gets faults only: a full disk lasts, and would fill the log.
 */
export function writeBehind(
  waitMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
  maxMs = flushMaxMs,
): WriteBehind {
  let timer: Timer | undefined;
  let last = Promise.resolve();

  function soon(): void {
    if (timer !== undefined) return;
    timer = setTimeout(flush, waitMs);
    timer.unref();
  }

  function fail(error: unknown): void {
    if (isFault(error)) onError(error);
    soon();
  }

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    last = last.then(work).catch(fail);
    await settlesWithin(maxMs, last);
  }

  return { soon, flush };
}
