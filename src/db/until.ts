import type { Store } from "./store.ts";

/** Resolves when `isTrue` holds after some synced commit, or after `timeoutMs`; it works from rows alone. */
export function until(store: Store, isTrue: () => boolean, timeoutMs: number): Promise<void> {
  if (isTrue() || timeoutMs <= 0) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(finish, timeoutMs);
    const stop = store.onSynced(() => {
      if (isTrue()) finish();
    });
  });
}
