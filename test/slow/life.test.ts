import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodes } from "../../src/cli/exit-code.ts";
import { linesOf, textOf } from "../infra/db/support.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { type Serving, serve, signUp } from "./executable.ts";

/** How the process ends, and what it says meanwhile. */

const clients = 16;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "waybill-life-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

let folders = 0;
function newFolder(): string {
  folders += 1;
  return join(folder, String(folders));
}

const create = (url: string, key: string): Promise<Response> =>
  fetch(`${url}${platform}/shipments`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(shipmentBody()),
  });

/** A request that waits for more than it takes to stop: its body does not come. */
async function holdRequest(url: string, key: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = await Bun.connect({ hostname, port: Number(port), socket: { data() {} } });
  const head = `POST ${platform}/shipments HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n`;
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`);
  socket.flush();
  // Answered after the server has read what came before.
  await fetch(`${url}/healthz`);
}

describe("SIGTERM", () => {
  test("under load: what was answered is kept, counted and logged, nobody is cut off, the logs are empty", async () => {
    const dataDir = newFolder();
    const serving = await serve(dataDir, { cwd: folder });
    const { keys } = await signUp(serving.url);
    const made: string[] = [];
    const strange: unknown[] = [];
    const client = async () => {
      for (;;) {
        const answer = await create(serving.url, keys.live).catch((error) => error);
        if (answer instanceof Error) return;
        const body = await answer.json().catch((error: unknown) => error);
        if (answer.status === 201) made.push(body.id);
        else if (body.code !== "shutting_down") strange.push([answer.status, body]);
      }
    };
    const working = Array.from({ length: clients }, client);
    await eventually("some shipments", () => made.length > 60 || undefined);
    serving.kill("SIGTERM");
    const { exitCode } = await serving.exited;
    await Promise.all(working);
    expect([exitCode, strange]).toEqual([0, []]);
    const left = readdirSync(dataDir).filter((name) => !/\.db$|^native$/.test(name));
    expect(left).toEqual([]);
    const again = await serve(dataDir, { cwd: folder });
    for (const id of made) {
      const answer = await fetch(`${again.url}${platform}/shipments/${id}`, {
        headers: { "x-api-key": keys.live },
      });
      if (answer.status !== 200) throw new Error(`${id} is gone`);
    }
    const look = async (path: string) => {
      const answer = await fetch(`${again.url}${platform}${path}`, { headers: { "x-api-key": keys.live } });
      return (await answer.json()).data;
    };
    const usage: { route: string; requests: number; errors: number }[] = await look("/usage?group_by=route");
    const created = usage.find(({ route }) => route === "createShipment");
    expect((created?.requests ?? 0) - (created?.errors ?? 0)).toBe(made.length);
    const [{ id }] = await look("/requests?route=createShipment&status=201&limit=1");
    const logged = await fetch(`${again.url}${platform}/requests/${id}`, {
      headers: { "x-api-key": keys.live },
    });
    expect(made).toContain(JSON.parse((await logged.json()).response_body).id);
    again.kill("SIGTERM");
    await again.exited;
  });

  test.each([
    ["SIGTERM", exitCodes.terminated.code],
    ["SIGINT", exitCodes.interrupted.code],
  ] as const)("a second %s ends it at once", async (signal, code) => {
    const serving = await serve(newFolder(), { cwd: folder });
    const { keys } = await signUp(serving.url);
    await holdRequest(serving.url, keys.live);
    let ended = false;
    void serving.exited.then(() => {
      ended = true;
    });
    serving.kill(signal);
    await eventually("an end of listening", () =>
      fetch(serving.url).then(
        () => undefined,
        () => true,
      ),
    );
    expect(ended).toBe(false);
    serving.kill(signal);
    expect((await serving.exited).exitCode).toBe(code);
  });

  test("waits for what does not end, and then no longer", async () => {
    const serving = await serve(newFolder(), { cwd: folder });
    const { keys } = await signUp(serving.url);
    await holdRequest(serving.url, keys.live);
    serving.kill("SIGTERM");
    expect((await serving.exited).exitCode).toBe(0);
  });
});

describe("the log", () => {
  interface Line {
    level: number;
    msg: string;
    path?: string;
    [field: string]: unknown;
  }
  const linesIn = (stderr: string): Line[] =>
    stderr
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));

  async function stopped(serving: Serving): Promise<Line[]> {
    serving.kill("SIGTERM");
    return linesIn((await serving.exited).stderr);
  }

  test("has a line for each request, without secrets; of a stream at its end", async () => {
    const serving = await serve(newFolder(), { cwd: folder });
    const { keys } = await signUp(serving.url);
    const made = await create(serving.url, keys.sandbox);
    const { id, tracking_url } = (await made.json()) as { id: string; tracking_url: string };
    const headers = { "x-api-key": keys.sandbox };
    const token = new URL(tracking_url).pathname.split("/").at(-1) ?? "";
    const requests: [string, RequestInit][] = [
      [`${platform}/shipments/${id}`, { headers }],
      [`${platform}/shipments?limit=1&secret=hidden&q=${keys.live}`, { headers }],
      [`/t/${token}`, {}],
      [`/api/v1/track/${token}`, {}],
      ["/no/such/path", {}],
      [`${platform}/shipments`, { method: "OPTIONS" }],
      [`${platform}/shipments`, { headers: { "x-api-key": `${keys.sandbox}x` } }],
    ];
    for (const [path, init] of requests) await fetch(serving.url + path, init);
    const stream = await fetch(`${serving.url}${platform}/tracking/${id}/stream`, { headers });
    await fetch(`${serving.url}/healthz`);
    const lines = await stopped(serving);
    await stream.text();
    const text = JSON.stringify(lines);
    for (const secret of ["hidden", keys.sandbox, keys.live, token]) expect(text).not.toContain(secret);
    const answered = lines.filter(({ msg }) => msg === "answered");
    expect(
      answered.slice(-9).map(({ method, path, route, status }) => [method, path, route, status]),
    ).toEqual([
      ["GET", `${platform}/shipments/${id}`, "getShipment", 200],
      ["GET", `${platform}/shipments?limit=1&secret=***&q=***`, "listShipments", 400],
      ["GET", "/t/***", "getTrackingPage", 200],
      ["GET", "/api/v1/track/***", "getPublicTracking", 200],
      ["GET", "/no/such/path", undefined, 404],
      ["OPTIONS", `${platform}/shipments`, undefined, 204],
      ["GET", `${platform}/shipments`, "listShipments", 401],
      ["GET", "/healthz", "getHealth", 200],
      ["GET", `${platform}/tracking/${id}/stream`, "streamTracking", 200],
    ]);
    const [read] = answered.slice(-9);
    expect(read).toMatchObject({
      level: 30,
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      request_id: expect.stringMatching(/^req_/),
      duration_ms: expect.any(Number),
      environment: "sandbox",
      key_id: expect.stringMatching(/^key_/),
      address: "127.0.0.1",
    });
  });

  test("at warn has none of them", async () => {
    const serving = await serve(newFolder(), { cwd: folder, env: { WAYBILL_LOG_LEVEL: "warn" } });
    await fetch(`${serving.url}/healthz`);
    expect(await stopped(serving)).toEqual([]);
  });
});

/** Runs the sources with something that goes wrong, which the executable cannot be made to do. */
async function serveFixture(fixture: string) {
  const script = join(import.meta.dir, "fixtures", fixture);
  const args = ["serve", "--host", "127.0.0.1", "--port", "0", "--data", newFolder()];
  const child = Bun.spawn([process.execPath, script, ...args], { stdout: "pipe", stderr: "pipe" });
  const [, url = ""] = /(http:\S+)/.exec((await linesOf(child.stdout).next()).value ?? "") ?? [];
  return { child, url };
}

describe("a fault that nobody caught", () => {
  test.each(["SIGUSR1", "SIGUSR2"] as const)("ends the process, at %s", async (signal) => {
    const { child, url } = await serveFixture("faults.ts");
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    child.kill(signal);
    expect(await child.exited).toBe(exitCodes.fault.code);
    const last = JSON.parse((await textOf(child.stderr)).trim().split("\n").at(-1) ?? "");
    expect(last).toMatchObject({ level: 60, err: { message: `a fault at ${signal}` } });
  });
});

test("while the disk hangs it lives, and says that it is not ready", async () => {
  const { child, url } = await serveFixture("hanging-disk.ts");
  const { status } = await fetch(`${url}/readyz`);
  expect(status).toBe(200);
  const signingUp = signUp(url).catch(() => undefined);
  const answer = await eventually("the hanging disk to be seen", async () => {
    const seen = await fetch(`${url}/readyz`);
    return seen.status === 503 ? ((await seen.json()) as unknown) : undefined;
  });
  expect(answer).toMatchObject({
    code: "not_ready",
    checks: { schema: "ok", sync: "failed", disk: "ok", jobs: "ok" },
  });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  child.kill("SIGKILL");
  await child.exited;
  await signingUp;
});
