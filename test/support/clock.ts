import { spyOn } from "bun:test";
import { sql } from "drizzle-orm";
import { type Clock, systemClock } from "../../src/infra/clock.ts";
import { type Deps, write } from "../../src/infra/deps.ts";
import { environments } from "../../src/infra/environment.ts";
import { eventually } from "./harness.ts";

/** A wall clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(seconds: number): void;
  moveTo(at: number): void;
}

export function createClock(startMs: number = Date.now()): TestClock {
  let now = startMs;
  return {
    now: () => now,
    monotonic: systemClock.monotonic,
    advance(seconds) {
      now += seconds * 1000;
    },
    moveTo(at) {
      now = at;
    },
  };
}

/**
 * Resolves when the jobs have done everything that is due by the clock's time, and what followed from it.
 * @param unanswered beginnings of the names of jobs that wait for somebody who does not answer: they begin, and are not
 * waited for
 */
export async function jobsAtRest(deps: Deps, ...unanswered: string[]): Promise<void> {
  const jobs = deps.loops
    .flatMap((loop) => loop.jobs)
    .filter(({ name }) => !unanswered.some((beginning) => name.startsWith(beginning)));
  // The server's own loop may start something between two checks, so two checks must find nothing.
  for (let quiet = 0; quiet < 2; ) {
    await Promise.all(jobs.map((job) => job.drain()));
    quiet = (await beginDueJobs(deps)) === 0 ? quiet + 1 : 0;
  }
}

/** Makes the jobs start what is due by the clock's time. @returns how many tasks that is */
export async function beginDueJobs({ loops, clock }: Deps): Promise<number> {
  let begun = 0;
  for (const job of loops.flatMap((loop) => loop.jobs)) begun += await job.run(clock.now());
  return begun;
}

/** Resolves when every job has looked by itself whether something is due, at the end of its longest sleep. */
export async function jobsHaveLooked({ loops }: Deps): Promise<void> {
  const looks = loops.flatMap(({ jobs }) => jobs).map((job) => spyOn(job, "nextDue"));
  // A look asks twice: whether it runs now, and how long it sleeps.
  await eventually(
    "a look of every job",
    () => looks.every(({ mock }) => mock.calls.length > 1) || undefined,
  );
  for (const look of looks) look.mockRestore();
}

/** Wakes the jobs as a commit does. Resolves when those that may have begun what is due. */
export async function wakeLoops({ loops }: Deps): Promise<void> {
  for (const loop of loops) loop.wake();
  // They begin in the turn that follows.
  await new Promise(setImmediate);
}

/** Resolves in a later millisecond of the machine's clock. */
export async function nextMillisecond(): Promise<void> {
  const begunMs = Date.now();
  while (Date.now() === begunMs) await Bun.sleep(1);
}

/** Makes the jobs check the clock now: a commit with a change wakes them, as in the running server. */
export async function wakeJobs(deps: Deps): Promise<void> {
  await Promise.all(
    environments.map((environment) =>
      write(deps, environment, ({ tx }) => {
        tx.run(sql`INSERT INTO webhook_endpoints (id, account_id, url, events, secrets, failure_count, created_at,
          updated_at) VALUES ('whe_wake', 'nobody', '', '[]', '[]', 0, 0, 0)`);
        tx.run(sql`DELETE FROM webhook_endpoints WHERE id = 'whe_wake'`);
      }),
    ),
  );
}
