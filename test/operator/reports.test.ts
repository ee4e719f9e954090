import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import { createCalendar, createJobs } from "../../src/app/jobs.ts";
import { schemaVersions } from "../../src/infra/db/databases.ts";
import { environments } from "../../src/infra/environment.ts";
import type { SendResult } from "../../src/infra/net/transport.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { type Answer, eventually, startServer, type TestServer } from "../support/harness.ts";
import { createOperator, type TestOperator } from "../support/operator.ts";

let server: TestServer;
let operator: TestOperator;

beforeAll(async () => {
  server = await startServer({ keepsCalendar: true });
  operator = await createOperator(server);
});
afterAll(() => server.stop());

async function read(from: TestOperator, what: string): Promise<Answer["body"]> {
  const answer = await from.session.get(`/api/v1/operator/${what}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

async function jobOf(from: TestOperator, name: string): Promise<Answer["body"]> {
  return (await read(from, "jobs")).data.find((job: { name: string }) => job.name === name);
}

describe("jobs", () => {
  test("are all that there are, with how they ran last", async () => {
    const { data } = await read(operator, "jobs");
    const jobs = environments.flatMap((environment) => [...createJobs(server.deps, environment)]);
    const calendar = createCalendar(server.deps);
    const names = data.map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual([...jobs, ...calendar].map(({ name }) => name).sort());
    expect(await jobOf(operator, "deliveries.send.live")).toEqual({
      name: "deliveries.send.live",
      environment: "live",
      schedule: null,
      last_run_at: expect.stringMatching(/Z$/),
      last_duration_ms: expect.any(Number),
      next_run_at: null,
      backlog: 0,
      oldest_due_age_seconds: 0,
      held_back: 0,
      last_error: null,
    });
  });

  test("that have a time of day say when they run next", async () => {
    const asked = new Date();
    // The other of these two may run while this test does.
    const [name, minute] = asked.getUTCMinutes() < 42 ? ["copies.remove", 47] : ["databases.check", 37];
    const job = await jobOf(operator, name);
    expect(job).toEqual({
      name,
      environment: null,
      schedule: `${minute} 3 * * *`,
      last_run_at: null,
      last_duration_ms: null,
      next_run_at: expect.stringMatching(new RegExp(`T03:${minute}:00\\.000Z$`)),
      backlog: null,
      oldest_due_age_seconds: null,
      held_back: null,
      last_error: null,
    });
    expect(Date.parse(job.next_run_at)).toBeGreaterThan(asked.getTime());
  });

  test("tell what is before them", async () => {
    const held = Promise.withResolvers<SendResult>();
    const stuck = await startServer({
      replacements: { transport: { ...server.deps.transport, send: () => held.promise } },
    });
    const { sandbox } = await stuck.account();
    const watcher = await createOperator(stuck);
    await sandbox.post(`${platform}/webhooks`, {
      url: "https://127.0.0.1/hook",
      events: ["shipment.created"],
    });
    await createShipment(sandbox);
    await eventually("a delivery that is overdue", async () => {
      const job = await jobOf(watcher, "deliveries.send.sandbox");
      return (job.backlog === 1 && job.oldest_due_age_seconds >= 1) || undefined;
    });
    expect(await jobOf(watcher, "deliveries.send.live")).toMatchObject({ backlog: 0 });
    held.reject(new Error("over"));
    await stuck.stop();
  });

  test("tell which task failed last and why, in the words of its cause and not of a statement", async () => {
    const broken = await startServer({
      replacements: {
        transport: {
          ...server.deps.transport,
          send: async () => {
            throw new Error("Failed query: UPDATE", { cause: new Error("the line is dead") });
          },
        },
      },
    });
    const watcher = await createOperator(broken);
    const { sandbox } = await broken.account();
    await sandbox.post(`${platform}/webhooks`, {
      url: "https://127.0.0.1/hook",
      events: ["shipment.created"],
    });
    await createShipment(sandbox);
    const job = await eventually("a task that failed", async () => {
      const seen = await jobOf(watcher, "deliveries.send.sandbox");
      return seen.last_error === null ? undefined : seen;
    });
    expect(job.last_error).toEqual({
      at: expect.stringMatching(/Z$/),
      task_id: expect.stringMatching(/^dlv_/),
      message: "the line is dead",
    });
    expect((await jobOf(watcher, "deliveries.send.live")).last_error).toBeNull();
    await broken.stop();
  });
});

describe("storage", () => {
  test("is what the disk has", async () => {
    const storage = await read(operator, "storage");
    const { config, startedAt } = server.deps;
    expect(storage).toMatchObject({
      version,
      started_at: new Date(startedAt).toISOString(),
      data_folder: config.data,
      min_free_bytes: config.minFreeMb * 1024 * 1024,
      writes_refused: false,
    });
    expect(storage.free_bytes).toBeGreaterThan(0);
    const names = ["accounts", "live", "sandbox", "telemetry"] as const;
    expect(storage.databases.map(({ name }: { name: string }) => name)).toEqual([...names]);
    for (const database of storage.databases) {
      const path = join(config.data, `${database.name}.db`);
      expect(database.size_bytes).toBe(statSync(path).size);
      expect(database.log_size_bytes).toBeGreaterThan(0);
      expect(database.schema).toBe(schemaVersions()[database.name as (typeof names)[number]]);
    }
    const ages = storage.databases.map((database: Answer["body"]) => database.last_sync_age_seconds);
    expect(ages).toEqual([expect.any(Number), null, null, null]);
  });

  test("that is nearly full says so", async () => {
    let free = Number.MAX_SAFE_INTEGER;
    const full = await startServer({ replacements: { freeBytes: async () => free } });
    const watcher = await createOperator(full);
    free = 1;
    const storage = await eventually("a full disk to be seen", async () => {
      const seen = await read(watcher, "storage");
      return seen.writes_refused ? seen : undefined;
    });
    expect(storage.free_bytes).toBe(1);
    await full.stop();
  });
});
