import type { DueRow } from "../db/due-rows.ts";
import type { Environment } from "../environment.ts";

/**
 * Work that is due by a row. One process runs it, so a set in memory holds what is in flight: a restart drops the set
 * and finds the rows again.
 */
export interface Job {
  readonly name: string;
  readonly environment: Environment;
  /**
   * Hears from now on of each row that a commit makes due; once, by the loop.
   * @param wake looks at `nextDue` again; for tasks that make room
   */
  watch(wake: () => void): void;
  /** When something is due that may begin, from memory. Before any row was read: at once. Infinity: nothing is. */
  nextDue(): number;
  /** Begins all that is due by `now`, up to the job's own limit. @returns how many tasks it began */
  run(now: number): number | Promise<number>;
  /** Forgets the times that it knows: the next run reads the rows. */
  rebuild(): void;
  /** Reads the rows for one that is due and that the job does not know of, which would be a defect. */
  findMissed(now: number): DueRow | undefined;
  /** Tasks due by `now` or running, counted up to a limit. */
  backlog(now: number): number;
  /** The earliest time of a row, also in the future. */
  oldestDueAt(now: number): number | undefined;
  /** Tasks due by `now` that wait for their receiver and not for the job: no part of the backlog. */
  heldBack?(now: number): number;
  /** The last failure since the start, if any. */
  lastFailure(): Failure | undefined;
  /** Resolves when nothing that the job began is still running. */
  drain(): Promise<void>;
}

/** The last failure of a job. */
export interface Failure {
  readonly at: number;
  /** The row whose task failed; null if the job itself failed. */
  readonly id: string | null;
  readonly message: string;
}

/** Age of the oldest due task. */
export function oldestDueAgeMs(job: Job, now: number): number {
  return Math.max(0, now - (job.oldestDueAt(now) ?? now));
}

/** The cause of an error says more than its wrapper, and shows no statement with its values. */
export function toFailure(error: unknown, id: string | null, at: number): Failure {
  const cause = causeOf(error);
  return { at, id, message: cause instanceof Error ? cause.message : String(cause) };
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error;
}
