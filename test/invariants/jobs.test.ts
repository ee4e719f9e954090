import { afterAll, beforeAll, expect, test } from "bun:test";
import Database from "better-sqlite3";
import { createCalendar, createJobs } from "../../src/app/jobs.ts";
import { jobsAtRest, jobsHaveLooked } from "../support/clock.ts";
import { createShipment } from "../support/fixtures.ts";
import { eventually, startServer, type TestServer } from "../support/harness.ts";

/** A job that nobody runs is work that never happens. The factories are found by their files. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function exportedFactories(): Promise<string[]> {
  const files = [...new Bun.Glob("src/**/jobs.ts").scanSync(".")];
  const modules = await Promise.all(files.map((file) => import(`../../${file}`)));
  return modules.flatMap((module) => Object.keys(module)).sort();
}

test("every factory of a jobs.ts is used by the application", async () => {
  const factories = await exportedFactories();
  expect(factories.length).toBeGreaterThan(12);
  const used = `${createJobs}${createCalendar}`;
  expect(factories.filter((name) => !new RegExp(`\\b${name}\\b`).test(used))).toEqual([]);
});

test("every job has a name of its own, and runs in the environment it was made for", () => {
  for (const environment of ["live", "sandbox"] as const) {
    const jobs = [...createJobs(server.deps, environment)];
    expect(new Set(jobs.map((job) => job.name)).size).toBe(jobs.length);
    expect(jobs.filter((job) => job.environment !== environment)).toEqual([]);
  }
  const calendar = createCalendar(server.deps);
  expect(new Set(calendar.map((job) => job.name)).size).toBe(calendar.length);
});

test("an idle server reads no rows for its jobs, and a commit only those that it made due", async () => {
  const { sandbox } = await server.account();
  await eventually(
    "every job to have run",
    () =>
      server.deps.loops.every((loop) => loop.reports().every(({ lastRunAt }) => lastRunAt !== null)) ||
      undefined,
  );
  await jobsAtRest(server.deps);
  const { read, stop } = watchReads();
  await jobsHaveLooked(server.deps);
  expect(read.filter(isOfJobs)).toEqual([]);
  await createShipment(sandbox);
  await eventually("the quotes", () => read.some((source) => /FROM "?quotes"?/i.test(source)) || undefined);
  expect(read.filter((source) => isOfJobs(source) && !/quote_rounds/.test(source))).toEqual([]);
  stop();
});

const isOfJobs = (source: string) =>
  /\blimit\b/i.test(source) &&
  /webhook_deliveries|carrier_calls|simulations|trackers|notices|audit_outbox|email_verif|expires_at|quote_rounds|removed_at >=|unsettled/.test(
    source,
  );

/** Notes every statement that the driver runs to read. */
function watchReads(): { read: string[]; stop(): void } {
  const read: string[] = [];
  const database = new Database(":memory:");
  const prototype = Object.getPrototypeOf(database.prepare("SELECT 1"));
  database.close();
  const originals = (["all", "get"] as const).map((method) => {
    const original = prototype[method];
    prototype[method] = function (this: Database.Statement, ...args: unknown[]) {
      read.push(this.source);
      return original.apply(this, args);
    };
    return () => {
      prototype[method] = original;
    };
  });
  return { read, stop: () => originals.forEach((restore) => void restore()) };
}
