import type { Store } from "./store.ts";

/**
 * Resolves when `isTrue` holds after a synced commit, after `timeoutMs`, or when `stopping` aborts. It holds no
 * transaction.
 */
export function waitUntil(
  store: Store,
  isTrue: () => boolean,
  timeoutMs: number,
  stopping: AbortSignal,
): Promise<void> {
  if (isTrue() || timeoutMs <= 0 || stopping.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stopListening();
      stopping.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, timeoutMs);
    const stopListening = store.onSynced(() => {
      if (isTrue()) finish();
    });
    stopping.addEventListener("abort", finish);
  });
}
