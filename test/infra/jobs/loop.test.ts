import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { systemClock } from "../../../src/infra/clock.ts";
import type { Job } from "../../../src/infra/jobs/job.ts";
import { startLoop } from "../../../src/infra/jobs/loop.ts";
import { rowJob } from "../../../src/infra/jobs/row-job.ts";
import { createSchedule } from "../../../src/infra/jobs/schedule.ts";
import { taskSet } from "../../../src/infra/jobs/tasks.ts";
import { createLog } from "../../../src/infra/log/log.ts";
import { createClock } from "../../support/clock.ts";
import { eventually, startServer, type TestServer } from "../../support/harness.ts";

const log = createLog("silent");

function job(name: string, run: Job["run"], drain: Job["drain"] = async () => {}): Job {
  return {
    name,
    environment: "sandbox",
    watch: () => {},
    run,
    nextDue: () => Number.NEGATIVE_INFINITY,
    rebuild: () => {},
    findMissed: () => undefined,
    oldestDueAt: () => undefined,
    backlog: () => 0,
    lastFailure: () => undefined,
    drain,
  };
}

/** Resolves when a loop beside, which is never done, has run so often. */
async function runBeside(times: number): Promise<void> {
  let runs = 0;
  const restless = job("restless", () => {
    runs += 1;
    return 0;
  });
  const loop = startLoop([restless], systemClock, log);
  await eventually(`${times} runs beside`, () => runs >= times || undefined);
  await loop.stop(0);
}

test("a wake-up runs every job; a hanging one delays no other", async () => {
  let runs = 0;
  const stuck = job("stuck", () => new Promise<number>(() => {}));
  const busy = job("busy", () => {
    runs += 1;
    return 0;
  });
  const loop = startLoop([stuck, busy], systemClock, log);
  for (let wanted = 1; wanted <= 5; wanted += 1) {
    loop.wake();
    await eventually(`run ${wanted}`, () => runs >= wanted || undefined);
  }
  await loop.stop(0);
});

test("what was due while a job ran is looked at again at once", async () => {
  const backlog = ["a", "b", "c"];
  const done: string[] = [];
  const loop = startLoop(
    [
      job("one at a time", () => {
        const next = backlog.shift();
        if (next === undefined) return 0;
        done.push(next);
        return 1;
      }),
    ],
    systemClock,
    log,
  );
  await eventually("all of it", () => done.length === 3 || undefined);
  expect(done).toEqual(["a", "b", "c"]);
  await loop.stop(0);
});

test("a job that throws is run again", async () => {
  let runs = 0;
  const loop = startLoop(
    [
      job("clumsy", () => {
        runs += 1;
        if (runs < 3) throw new Error("stumbled");
        return 0;
      }),
    ],
    systemClock,
    log,
  );
  await eventually("a second run", () => {
    loop.wake();
    return runs >= 3 || undefined;
  });
  await loop.stop(0);
});

test("nothing starts after stop, not even after a wake-up just before", async () => {
  let runs = 0;
  const loop = startLoop(
    [
      job("any", () => {
        runs += 1;
        return 0;
      }),
    ],
    systemClock,
    log,
  );
  await eventually("the first run", () => runs > 0 || undefined);
  const before = runs;
  loop.wake();
  await loop.stop(1000);
  loop.wake();
  await runBeside(5);
  expect(runs).toBe(before);
});

test("stop waits for what runs, and no longer than it may", async () => {
  const ended: string[] = [];
  const running = Promise.withResolvers<void>();
  const loop = startLoop(
    [
      job(
        "slow",
        () => 0,
        () => running.promise,
      ),
    ],
    systemClock,
    log,
  );
  const stopped = loop.stop(60_000).then(() => ended.push("stopped"));
  // One for which nothing runs stops at once.
  await startLoop([job("idle", () => 0)], systemClock, log).stop(60_000);
  expect(ended).toEqual([]);
  running.resolve();
  await stopped;
  const hanging = startLoop(
    [
      job(
        "hanging",
        () => 0,
        () => new Promise(() => {}),
      ),
    ],
    systemClock,
    log,
  );
  await hanging.stop(10);
});

describe("jobs that begin in turns", () => {
  /** Notes what is made and what runs. */
  function noting(count: number) {
    const seen: string[] = [];
    const names = Array.from({ length: count }, (_, place) => `job ${place}`);
    const jobs = names.values().map((name) => {
      seen.push(`made ${name}`);
      return job(name, () => {
        seen.push(`ran ${name}`);
        return 0;
      });
    });
    return { seen, names, loop: startLoop(jobs, systemClock, log, () => false, true) };
  }

  test("are made one after another, with turns of others in between, and each runs", async () => {
    const { seen, names, loop } = noting(3);
    expect(seen).toEqual([]);
    let turns = 0;
    const beside = setInterval(() => {
      turns += 1;
    }, 0);
    await eventually("all of them", () => names.every((name) => seen.includes(`ran ${name}`)) || undefined);
    clearInterval(beside);
    expect(turns).toBeGreaterThanOrEqual(names.length - 1);
    expect(seen.filter((what) => what.startsWith("made"))).toEqual(names.map((name) => `made ${name}`));
    await loop.stop(0);
  });

  test("are all made when somebody asks about them", async () => {
    const { names, loop } = noting(3);
    expect(loop.reports().map(({ name }) => name)).toEqual(names);
    expect(loop.jobs.map(({ name }) => name)).toEqual(names);
    await loop.stop(0);
  });

  test("are not made after a stop", async () => {
    const { seen, loop } = noting(3);
    await loop.stop(0);
    await runBeside(3);
    expect(loop.jobs).toEqual([]);
    expect(seen).toEqual([]);
  });
});

describe("rows as tasks", () => {
  const clock = createClock();
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ replacements: { clock } });
  });
  afterAll(() => server.stop());

  test("a row is worked on once at a time; one that failed is left alone, longer each time", async () => {
    const started: string[] = [];
    const ends = new Map<string, PromiseWithResolvers<void>>();
    const rows = new Set(["a", "b", "c"]);
    const work = rowJob(server.deps, "sandbox", {
      name: "rows",
      inFlightMax: 2,
      rows: {
        read: (from, limit) => [...rows].slice(0, from > 0 ? 0 : limit).map((id) => ({ id, at: 0 })),
        watch: () => {},
        isEmpty: () => false,
        synced: async () => {},
      },
      task: (id) => {
        started.push(id);
        const end = Promise.withResolvers<void>();
        ends.set(id, end);
        return end.promise;
      },
    });
    const run = () => work.run(clock.now());
    expect([await run(), await run()]).toEqual([2, 0]);
    await eventually("both to begin", () => started.length === 2 || undefined);
    expect(started).toEqual(["a", "b"]);
    rows.delete("a");
    ends.get("a")?.resolve();
    ends.get("b")?.reject(new Error("failed"));
    await work.drain();
    expect(await run()).toBe(1);
    await eventually("the third", () => started.length === 3 || undefined);
    rows.delete("c");
    ends.get("c")?.resolve();
    await work.drain();
    expect(started).toEqual(["a", "b", "c"]);

    for (const [index, seconds] of [1, 2, 4].entries()) {
      clock.advance(seconds - 0.001);
      expect(await run()).toBe(0);
      clock.advance(0.001);
      expect(await run()).toBe(1);
      await eventually("another try", () => started.length === 4 + index || undefined);
      ends.get("b")?.reject(new Error("failed again"));
      await work.drain();
    }
    expect(started.slice(3)).toEqual(["b", "b", "b"]);
  });

  test("of a new database are not looked for, and each is found that is written later", async () => {
    let reads = 0;
    const rows = new Set<string>();
    let note: (id: string, at: number) => void = () => {};
    const work = rowJob(server.deps, "sandbox", {
      name: "new rows",
      inFlightMax: 2,
      rows: {
        read(from, limit) {
          reads += 1;
          return [...rows].slice(0, from > 0 ? 0 : limit).map((id) => ({ id, at: 0 }));
        },
        watch(listener) {
          note = listener;
        },
        isEmpty: () => true,
        synced: async () => {},
      },
      task: async (id) => void rows.delete(id),
    });
    work.watch(() => {});
    expect([work.nextDue(), await work.run(1)]).toEqual([Number.NEGATIVE_INFINITY, 0]);
    expect([work.nextDue(), reads]).toEqual([Number.POSITIVE_INFINITY, 0]);
    rows.add("a");
    note("a", 0);
    expect([work.nextDue(), await work.run(1)]).toEqual([0, 1]);
    await work.drain();
    expect([...rows]).toEqual([]);
  });

  test("a task that throws before its first await is a failed task and no more", async () => {
    const tasks = taskSet(server.deps, { name: "x", synced: async () => {}, onEnd: () => {} });
    const schedule = createSchedule();
    const take = () => schedule.take(clock.now(), 1, () => [{ id: "a", at: 0 }]).length;
    expect(take()).toBe(1);
    tasks.start(schedule, "a", () => {
      throw new Error("at once");
    });
    expect([take(), tasks.running]).toEqual([0, 1]);
    await tasks.drain();
    expect([take(), tasks.running]).toEqual([0, 0]);
    clock.advance(1);
    expect(take()).toBe(1);
  });
});

describe("whether it is alive", () => {
  const minute = 60_000;
  let monotonicMs = 0;
  const clock = { now: () => 0, monotonic: () => monotonicMs };

  test("it is while its jobs complete", async () => {
    let runs = 0;
    const count = () => {
      runs += 1;
      return 0;
    };
    const loop = startLoop([job("busy", count), job("too", count)], clock, log);
    await eventually("two runs", () => runs >= 2 || undefined);
    monotonicMs += minute;
    expect(loop.isAlive()).toBe(false);
    loop.wake();
    await eventually("two more", () => loop.isAlive() || undefined);
    await loop.stop(0);
  });

  test.each([
    ["hangs", () => new Promise<number>(() => {})],
    ["fails each time", () => Promise.reject(new Error("stumbled"))],
  ])("it is not when one %s", async (_what, run) => {
    let runs = 0;
    const busy = () => {
      runs += 1;
      return 0;
    };
    const loop = startLoop([job("bad", run), job("busy", busy)], clock, log);
    expect(loop.isAlive()).toBe(true);
    monotonicMs += minute;
    for (let wanted = runs + 1; wanted <= 3; wanted += 1) {
      loop.wake();
      await eventually(`run ${wanted}`, () => runs >= wanted || undefined);
    }
    expect(loop.isAlive()).toBe(false);
    await loop.stop(0);
  });
});

test("while it is paused no job runs, whatever is due, and it is no hot loop", async () => {
  let runs = 0;
  let asked = 0;
  let paused = true;
  const due: Job = {
    ...job("due", () => {
      runs += 1;
      return 0;
    }),
  };
  const isPaused = () => {
    asked += 1;
    return paused;
  };
  const begunMs = systemClock.monotonic();
  const loop = startLoop([due], systemClock, log, isPaused);
  for (let wakes = 0; wakes < 5; wakes += 1) {
    loop.wake();
    await runBeside(1);
  }
  await runBeside(100);
  expect(runs).toBe(0);
  expect(loop.isAlive()).toBe(true);
  // It looks first, once more at each of five wake-ups, and each second. Each look asks twice.
  const seconds = Math.ceil((systemClock.monotonic() - begunMs) / 1000);
  expect(asked).toBeLessThanOrEqual(2 * (1 + 5 + seconds));
  paused = false;
  await eventually("a run by itself", () => runs > 0 || undefined);
  await loop.stop(0);
});

describe("what a job knows", () => {
  /** A clock whose two times a test moves. */
  function movable() {
    const times = { now: Date.UTC(2026, 0, 1), monotonic: 0 };
    return { times, clock: { now: () => times.now, monotonic: () => times.monotonic } };
  }

  /** Resolves when the job has looked once more whether something is due, and sleeps again. */
  async function hasLooked(looking: Job): Promise<void> {
    const looks = spyOn(looking, "nextDue");
    // A look asks twice: whether it runs now, and how long it sleeps.
    await eventually("a look", () => looks.mock.calls.length > 1 || undefined);
    looks.mockRestore();
  }

  test("is dropped when the wall clock was set, and not while time passes", async () => {
    const { times, clock } = movable();
    let rebuilt = 0;
    const idle: Job = {
      ...job("idle", () => 0),
      nextDue: () => Number.POSITIVE_INFINITY,
      rebuild: () => {
        rebuilt += 1;
      },
    };
    const loop = startLoop([idle], clock, log);
    for (const jumpMs of [0, 3_600_000, -7_200_000]) {
      const before = rebuilt;
      times.now += 10_000 + jumpMs;
      times.monotonic += 10_000;
      if (jumpMs === 0) await hasLooked(idle);
      else await eventually("the clock to be seen", () => rebuilt > before || undefined);
      expect(rebuilt).toBe(before + Number(jumpMs !== 0));
    }
    await loop.stop(0);
  });

  test("is compared with the rows once a minute; what it missed is a fault, and done", async () => {
    const { times, clock } = movable();
    const faults: unknown[] = [];
    let known = false;
    const forgetful: Job = {
      ...job("forgetful", () => {
        known = false;
        return 1;
      }),
      nextDue: () => (known ? clock.now() : Number.POSITIVE_INFINITY),
      rebuild: () => {
        known = true;
      },
      findMissed: () => ({ id: "row", at: clock.now() - 5_000 }),
    };
    const runs = () => loop.reports()[0]?.lastRunAt;
    const error = (...fault: unknown[]) => void faults.push(fault);
    const loop = startLoop([forgetful], clock, { ...log, error });
    await hasLooked(forgetful);
    expect([faults, runs()]).toEqual([[], null]);
    times.now += 60_000;
    times.monotonic += 60_000;
    await eventually("the sweep", () => faults.length > 0 || undefined);
    expect(faults).toEqual([[{ job: "forgetful", id: "row", late_ms: 5_000 }, "Job missed a due row"]]);
    expect(runs()).toBe(times.now);
    expect(known).toBe(false);
    await loop.stop(0);
  });

  test("of a time that is near does not make it begin before", async () => {
    let dueAt = Number.POSITIVE_INFINITY;
    const begun: number[] = [];
    const timed: Job = {
      ...job("timed", () => {
        begun.push(systemClock.now() - dueAt);
        dueAt = Number.POSITIVE_INFINITY;
        return 1;
      }),
      nextDue: () => dueAt,
    };
    const loop = startLoop([timed], systemClock, log);
    await hasLooked(timed);
    dueAt = systemClock.now() + 30;
    loop.wake();
    expect(begun).toEqual([]);
    await eventually("the run", () => begun.length > 0 || undefined);
    expect(begun[0]).toBeGreaterThanOrEqual(0);
    await loop.stop(0);
  });
});
