import { afterAll, beforeAll, expect, test } from "bun:test";
import { createCalendar, createJobs } from "../../src/app/app.ts";
import { startServer, type TestServer } from "../support/harness.ts";

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
    const jobs = createJobs(server.deps, environment);
    expect(new Set(jobs.map((job) => job.name)).size).toBe(jobs.length);
    expect(jobs.filter((job) => job.environment !== environment)).toEqual([]);
  }
  const calendar = createCalendar(server.deps);
  expect(new Set(calendar.map((job) => job.name)).size).toBe(calendar.length);
});
