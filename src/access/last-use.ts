import type { Tx } from "../infra/db/store.ts";
import { type Deps, inMemory } from "../infra/deps.ts";
import { isFault } from "../infra/errors.ts";

/** `last_used_at` of a credential is written at most this often. */
const lastUsedEveryMs = 60_000;

const pendingUsesOf = inMemory(() => new Set<string>());

/** Stores `now` as a credential's last use. Nobody waits for it, and one write of each at a time is enough. */
export function recordUse(
  deps: Deps,
  { id, lastUsedAt }: { id: string; lastUsedAt: number | null },
  now: number,
  save: (tx: Tx) => void,
): void {
  const running = pendingUsesOf(deps);
  // A time in the future was written before the clock was set back.
  if (Math.abs(now - (lastUsedAt ?? 0)) <= lastUsedEveryMs || running.has(id)) return;
  running.add(id);
  deps.stores.accounts
    .write(save)
    .catch(
      (error) => isFault(error) && deps.log.warn({ err: error }, "Recording the use of a credential failed"),
    )
    .finally(() => running.delete(id));
}
