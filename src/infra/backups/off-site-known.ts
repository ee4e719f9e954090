import { type Deps, inMemory } from "../deps.ts";
import { minuteMs } from "../units.ts";
import { settlesWithin } from "../waiting/timeout.ts";
import type { Backup } from "./backup.ts";
import { lookMaxMs } from "./folder.ts";

/** What a server knows of the backups in S3-compatible storage. */

/** Each look at S3-compatible storage is a request that may cost money. */
const freshMs = 10 * minuteMs;

interface Known {
  /** When the last look began. */
  lookedAt: number;
  looking: Promise<void> | undefined;
  /** Of this installation, newest first, as of the last look that succeeded. */
  backups: readonly Backup[];
  /** Why the last look failed. */
  problem: string | null;
}

const knownOf = inMemory(
  (): Known => ({ lookedAt: Number.NEGATIVE_INFINITY, looking: undefined, backups: [], problem: null }),
);

/**
 * The backups in S3-compatible storage, as of some minutes ago; the last ones known while it does not answer.
 * Null without such storage.
 */
export async function offSiteBackups(deps: Deps): Promise<Pick<Known, "backups" | "problem"> | null> {
  const { offSite } = deps.backups;
  if (offSite === null) return null;
  const known = knownOf(deps);
  const now = deps.realClock.monotonic();
  if (known.looking === undefined && now - known.lookedAt > freshMs) void lookAgain(deps);
  if (known.looking) await settlesWithin(lookMaxMs, known.looking);
  return known;
}

/** Looks now, as after an upload. Never rejects. */
export async function lookAgain(deps: Deps): Promise<void> {
  const { backups, realClock } = deps;
  const known = knownOf(deps);
  known.lookedAt = realClock.monotonic();
  const looking = (backups.offSite?.list() ?? Promise.resolve([]))
    .then(
      (found) => Object.assign(known, { backups: found, problem: null }),
      (error: Error) => Object.assign(known, { problem: error.message }),
    )
    .then(() => {
      if (known.looking === looking) known.looking = undefined;
    });
  known.looking = looking;
  await looking;
}
