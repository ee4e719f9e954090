import { type Deps, inMemory } from "../deps.ts";
import { dayMs } from "../units.ts";
import type { Backup, RestoreResult } from "./backup.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { type RestoreCheckRow, restoreCheckStore } from "./store.ts";

/** A backup that nobody has restored is a hope: Waybill restores the newest one and examines it. */

const everyMs = { daily: dayMs, weekly: 7 * dayMs } as const;
/** A failed check is repeated sooner: the next backup may be good. */
const failedEveryMs = dayMs;
/** Runs are an hour apart, and the time of day must not drift. */
const slackMs = dayMs / 4;

/** One at a time: it copies a whole backup. */
const runningOf = inMemory((): { check: Promise<RestoreCheckRow> | undefined; path: string | null } => ({
  check: undefined,
  path: null,
}));

/** The result of the latest check, if there was one. */
export function lastRestoreCheck({ stores }: Deps): RestoreCheckRow | undefined {
  return restoreCheckStore(stores.accounts.db).latest();
}

/** The path of the backup that is being checked; null if none is. */
export function checkedPath(deps: Deps): string | null {
  return runningOf(deps).path;
}

/** @throws Error with what a failed check found, for the log and the operator's list of jobs */
export async function checkRestoreWhenDue(deps: Deps, now: number): Promise<void> {
  const { backupCheck } = deps.config;
  if (backupCheck === "off") return;
  const last = lastRestoreCheck(deps);
  const waitMs = last?.result === "failed" ? failedEveryMs : everyMs[backupCheck];
  if (last !== undefined && now - last.checkedAt < waitMs - slackMs) return;
  const newest = await deps.backups.newest(now);
  if (newest === undefined) return;
  const { result, message } = await checkRestoreOf(deps, newest);
  if (result === "failed" && !deps.stopping.aborted) throw new Error(message ?? "");
}

/**
 * Restores the backup into a temporary folder beside it, examines it, removes it, and keeps the result. It takes as long as
 * copying the backup twice. Several callers share one check: of two backups only the first is checked.
 */
export function checkRestoreOf(deps: Deps, backup: Backup): Promise<RestoreCheckRow> {
  const running = runningOf(deps);
  if (running.check === undefined) running.path = backup.path;
  running.check ??= restoreAndKeep(deps, backup).finally(() => {
    Object.assign(running, { check: undefined, path: null });
  });
  return running.check;
}

async function restoreAndKeep(deps: Deps, { path, manifest }: Backup): Promise<RestoreCheckRow> {
  const { backups, realClock, stores, stopping } = deps;
  const checkedAt = realClock.now();
  const began = realClock.monotonic();
  const outcome = await backups.checkRestore(path).then(outcomeOf, (error) => ({
    result: "failed" as const,
    message: (error as Error).message,
  }));
  const row: RestoreCheckRow = {
    checkedAt,
    durationMs: Math.round(realClock.monotonic() - began),
    backup: path,
    takenAt: Date.parse(manifest.taken_at),
    ...outcome,
  };
  // It ended with the server, and says nothing of the backup.
  if (!stopping.aborted) await stores.accounts.write((tx) => restoreCheckStore(tx).save(row));
  return row;
}

const resultOf = { ok: "ok", warning: "warning", error: "failed" } as const;

function outcomeOf({ state, checks }: Diagnosis): { result: RestoreResult; message: string | null } {
  const found = checks.filter((finding) => finding.state === state && state !== "ok");
  const texts = found.map(({ database, message, remedy }) =>
    [database === null ? "" : `${database}.db: `, message, " ", remedy ?? ""].join(""),
  );
  return { result: resultOf[state], message: texts.length === 0 ? null : texts.join("\n") };
}
