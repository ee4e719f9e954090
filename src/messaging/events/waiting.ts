import { isStillValid } from "../../api/reader.ts";
import type { Store } from "../../infra/db/store.ts";
import { waitUntil } from "../../infra/db/wait-until.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { watch } from "./watch.ts";

/** Per environment, as for streams. */
const waitersPerAccountMax = 200;

const waiters = new Map<string, number>();

interface Wait {
  seconds: number | undefined;
  /** What `markChanged` is called with when there is more to read. */
  watched: string;
  /** Aborts when the caller hangs up. */
  signal: AbortSignal;
}

/**
 * Reads a list. If it is empty, waits for a synced commit that concerns it and reads again. The wait also ends when the
 * time is over, the server stops, or the caller hangs up. A caller whose key or session ended meanwhile gets nothing new.
 * @throws AppError `limit_reached` if too many requests of the account wait
 */
export async function readOrWait<Page extends { data: readonly unknown[] }>(
  deps: Deps,
  caller: Caller,
  { seconds = 0, watched, signal }: Wait,
  read: () => Page,
): Promise<Page> {
  const first = read();
  if (first.data.length > 0 || seconds === 0) return first;
  const leave = enter(caller);
  let page = first;
  const hasFound = () => {
    page = read();
    return page.data.length > 0;
  };
  try {
    const store = deps.stores.platform(caller.environment);
    const stopping = AbortSignal.any([deps.stopping, signal]);
    await waitForChange(store, watched, { isTrue: hasFound, timeoutMs: seconds * 1000, stopping });
    await store.synced();
    return isStillValid(deps, caller) ? page : first;
  } finally {
    leave();
  }
}

/**
 * Waits until `isTrue`, which does not hold now, at most `timeoutMs`, or until `stopping` aborts. It is asked after synced
 * commits that `markChanged` was called for with `watched`: each commit of others would cost each waiting request a read.
 */
export async function waitForChange(
  store: Store,
  watched: string,
  { isTrue, timeoutMs, stopping }: { isTrue: () => boolean; timeoutMs: number; stopping: AbortSignal },
): Promise<void> {
  const watching = watch(watched);
  let seen = watching.changes();
  const isTrueNow = () => {
    if (watching.changes() === seen) return false;
    seen = watching.changes();
    return isTrue();
  };
  try {
    await waitUntil(store, isTrueNow, timeoutMs, stopping);
  } finally {
    watching.stop();
  }
}

/** Counts a waiting request. @returns how to uncount it */
function enter({ environment, accountId }: Caller): () => void {
  const name = `${environment} ${accountId}`;
  const count = waiters.get(name) ?? 0;
  if (count >= waitersPerAccountMax) {
    throw new AppError("limit_reached", {
      detail: `In each environment, at most ${waitersPerAccountMax} requests of an account may wait. Let one end first.`,
    });
  }
  waiters.set(name, count + 1);
  return () => {
    const left = (waiters.get(name) ?? 1) - 1;
    if (left > 0) waiters.set(name, left);
    else waiters.delete(name);
  };
}
