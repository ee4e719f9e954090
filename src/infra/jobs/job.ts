import type { Environment } from "../environment.ts";

/**
 * Work that rows ask for. One process runs it, so what is in flight is a set in memory: a restart forgets it
 * and finds the rows again.
 */
export interface Job {
  readonly name: string;
  readonly environment: Environment;
  /**
   * Begins all that is due by `now`, up to a limit of the job's own. @returns how much it began.
   * @param wake has it run again, where what it began makes room before a commit does
   */
  run(now: number, wake: () => void): number | Promise<number>;
  /** The earliest time after `now` at which something will be due, if anything waits. */
  nextDue(now: number): number | undefined;
  /** How much is due by `now`, what runs included; counted up to a limit. */
  backlog(now: number): number;
  /** The last task that failed, if one did since the start. */
  lastFailure(): Failure | undefined;
  /** Resolves when nothing that the job began is still running. */
  drain(): Promise<void>;
}

/** What went wrong last in a job. */
export interface Failure {
  readonly at: number;
  /** The row whose task failed; null where the job itself did. */
  readonly id: string | null;
  readonly message: string;
}

/** Age of the oldest due task. */
export function oldestDueAgeMs(job: Job, now: number): number {
  return Math.max(0, now - (job.nextDue(0) ?? now));
}

/** What caused an error says more than what was made of it, and no statement with its values. */
export function toFailure(error: unknown, id: string | null, at: number): Failure {
  const cause = causeOf(error);
  return { at, id, message: cause instanceof Error ? cause.message : String(cause) };
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? causeOf(error.cause) : error;
}
