import { describe, expect, test } from "bun:test";
import { systemClock } from "../../../src/infra/clock.ts";
import { startCalendar } from "../../../src/infra/jobs/calendar.ts";
import type { Failure, Job } from "../../../src/infra/jobs/job.ts";
import { startLoop } from "../../../src/infra/jobs/loop.ts";
import { createLog } from "../../../src/infra/log/log.ts";
import { createClock } from "../../support/clock.ts";
import { eventually } from "../../support/harness.ts";

const log = createLog("silent");

function job(change: Partial<Job>): Job {
  return {
    name: "rows.look.live",
    environment: "live",
    run: () => 0,
    watch: () => {},
    nextDue: () => Number.NEGATIVE_INFINITY,
    rebuild: () => {},
    findMissed: () => undefined,
    oldestDueAt: () => undefined,
    backlog: () => 0,
    lastFailure: () => undefined,
    drain: async () => {},
    ...change,
  };
}

describe("a job reports", () => {
  test("what is before it, and nothing of a run that was not", async () => {
    const clock = createClock();
    const dueAt = clock.now() - 5_000;
    const loop = startLoop([job({ backlog: () => 3, oldestDueAt: () => dueAt })], clock, log);
    expect(loop.reports()).toEqual([
      {
        name: "rows.look.live",
        environment: "live",
        schedule: null,
        lastRunAt: null,
        lastDurationMs: null,
        nextRunAt: null,
        backlog: 3,
        heldBack: null,
        oldestDueAgeMs: 5_000,
        lastFailure: null,
      },
    ]);
    await loop.stop(0);
  });

  test("a run that failed also after later ones that did not, and a task that failed later in its place", async () => {
    const clock = createClock();
    let runs = 0;
    let task: Failure | undefined;
    const clumsy = job({
      run: () => {
        runs += 1;
        if (runs === 1) throw new Error("Failed query: SELECT 1", { cause: new Error("stumbled") });
        return 0;
      },
      lastFailure: () => task,
    });
    const loop = startLoop([clumsy], clock, log);
    await eventually("a second run", () => {
      loop.wake();
      return runs > 1 || undefined;
    });
    const failure = { at: clock.now(), id: null, message: "stumbled" };
    expect(loop.reports()[0]).toMatchObject({ lastRunAt: clock.now(), lastFailure: failure });
    expect(loop.reports()[0]?.lastDurationMs).toBeGreaterThanOrEqual(0);
    task = { at: clock.now() - 1, id: "row", message: "earlier" };
    expect(loop.reports()[0]?.lastFailure).toEqual(failure);
    task = { at: clock.now() + 1, id: "row", message: "later" };
    expect(loop.reports()[0]?.lastFailure).toEqual(task);
    await loop.stop(0);
  });

  test("by its time of day when it runs next, and how it ran", async () => {
    let runs = 0;
    const everySecond = {
      name: "rows.forget",
      pattern: "* * * * * *",
      run: async () => {
        runs += 1;
        throw new Error("no disk");
      },
    };
    const calendar = startCalendar([everySecond], systemClock, log);
    const asked = systemClock.now();
    const [before] = calendar.reports();
    expect(before).toMatchObject({ name: "rows.forget", environment: null, schedule: "* * * * * *" });
    expect(before).toMatchObject({ lastRunAt: null, lastFailure: null, backlog: null, oldestDueAgeMs: null });
    expect(before?.nextRunAt).toBeGreaterThan(asked);
    await eventually("a run", () => runs > 0 || undefined);
    const [after] = calendar.reports();
    expect(after?.lastFailure).toMatchObject({ id: null, message: "no disk" });
    expect(after?.lastRunAt).toBe(after?.lastFailure?.at as number);
    calendar.stop();
    expect(calendar.reports()[0]?.nextRunAt).toBeNull();
  });

  test("by their times of day jobs run although nobody asks for reports, and none after a stop", async () => {
    const runs = { going: 0, stopped: 0 };
    const everySecond = (name: keyof typeof runs) => ({
      name,
      pattern: "* * * * * *",
      run: async () => {
        runs[name] += 1;
      },
    });
    const stopped = startCalendar([everySecond("stopped")], systemClock, log);
    const going = startCalendar([everySecond("going")], systemClock, log);
    stopped.stop();
    await eventually("two runs", () => runs.going >= 2 || undefined);
    going.stop();
    expect(runs.stopped).toBe(0);
  });
});
