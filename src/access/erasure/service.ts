import type { Erasure } from "../../infra/backups/backup.ts";
import { forgetLeftErasures, leftErasures } from "../../infra/backups/erasure-list.ts";
import { toTimestamp } from "../../infra/clock.ts";
import type { DueRows } from "../../infra/db/due-rows.ts";
import type { Tx } from "../../infra/db/store.ts";
import { type Deps, inMemory } from "../../infra/deps.ts";
import { dayMs, hourMs } from "../../infra/units.ts";
import { type ErasureRow, erasureStore, erasuresDue } from "./store.ts";

/** The ids of what was erased, so that a restored backup does not bring it back for good. */

/** How long erasures are remembered: no operator should restore an older backup. */
const keptMs = 400 * dayMs;
const removeStep = 500;
/** What cannot be erased yet, such as a shipment on its way, is tried again. */
const retryMs = hourMs;

type Erased = Pick<Erasure, "kind" | "id" | "environment">;

/** Records that something was erased, or is erased again. May be repeated. */
export function recordErasures(deps: Deps, erased: readonly Erased[]): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    for (const each of erased) recordErasure(tx, each, deps.realClock.now());
  });
}

/** Records an erasure in the transaction that erases. */
export function recordErasure(tx: Tx, { kind, id, environment }: Erased, now: number): void {
  erasureStore(tx).save({ kind, id, environment, erasedAt: now, dueAt: null });
}

/** What must be erased again. */
export function repeatedErasures({ stores }: Deps): DueRows {
  return erasuresDue(stores.accounts);
}

export function findErasure({ stores }: Deps, id: string): ErasureRow | undefined {
  return erasureStore(stores.accounts.db).find(id);
}

/** Puts it off: what it is about is not ready to be erased. */
export async function retryErasure({ stores, realClock }: Deps, row: ErasureRow): Promise<void> {
  await stores.accounts.write((tx) => erasureStore(tx).save({ ...row, dueAt: realClock.now() + retryMs }));
}

/** Takes over what a restore left to be erased again. Call it before the first request. */
export async function adoptErasures(deps: Deps): Promise<void> {
  const left = leftErasures(deps.config.data);
  if (left === undefined) return;
  await eraseAgain(deps, left);
  forgetLeftErasures(deps.config.data);
}

async function eraseAgain({ stores, realClock, log }: Deps, listed: readonly Erasure[]): Promise<void> {
  const dueAt = realClock.now();
  await stores.accounts.write((tx) => {
    for (const { kind, id, environment, erased_at } of listed)
      erasureStore(tx).save({ kind, id, environment, erasedAt: Date.parse(erased_at), dueAt });
  });
  log.warn({ count: listed.length }, "The restored backup holds erased personal data: erasing it again");
}

/** The newest erasure that the list beside the backups has. */
const savedOf = inMemory((): { newestAt: number | null | undefined } => ({ newestAt: undefined }));

/**
 * Writes the list beside the backups if something was erased since the last time. What only the list has was erased before a
 * restore that did not read it. @throws Error if it cannot
 */
export async function saveErasures(deps: Deps, now: number): Promise<void> {
  const { stores, backups } = deps;
  const saved = savedOf(deps);
  const newestAt = erasureStore(stores.accounts.db).newestAt();
  if (backups.folder === null || newestAt === saved.newestAt) return;
  const since = now - keptMs;
  await stores.accounts.write((tx) => erasureStore(tx).removeBefore(since, removeStep));
  const rows = erasureStore(stores.accounts.db).since(since);
  const others = await backups.saveErasures(
    rows.map(({ kind, id, environment, erasedAt }) => ({
      kind,
      id,
      environment,
      erased_at: toTimestamp(erasedAt),
    })),
    toTimestamp(since),
  );
  if (others.length > 0) await eraseAgain(deps, others);
  saved.newestAt = newestAt;
}
