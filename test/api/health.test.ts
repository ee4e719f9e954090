import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { createClock, wakeLoops } from "../support/clock.ts";
import { createAssigned, createShipment, platform, shipmentBody } from "../support/fixtures.ts";
import {
  type Answer,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../support/harness.ts";
import { sendRaw } from "../support/raw.ts";

const plentyBytes = Number.MAX_SAFE_INTEGER;
const allOk = { schema: "ok", sync: "ok", disk: "ok", jobs: "ok" };

/** At speed 1. */
const deliveredAfterSeconds = 55;

const clock = createClock();
let free = plentyBytes;
let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer({
    config: { minFreeMb: 1 },
    replacements: { clock, freeBytes: async () => free },
  });
  account = await server.account();
});
afterAll(() => server.stop());

async function withFree(bytes: number): Promise<Answer> {
  free = bytes;
  const isLow = bytes < 1024 * 1024;
  return eventually(`${bytes} free bytes to be seen`, async () => {
    const answer = await server.client().get("/readyz");
    return (answer.status === 503) === isLow ? answer : undefined;
  });
}

describe("too little space on the disk", () => {
  test("refuses writes in every database and nothing else, and is over by itself", async () => {
    const shipment = await createShipment(account.sandbox);
    const refused = await withFree(1024 * 1024 - 1);
    expect([refused.body.code, refused.body.checks]).toEqual(["not_ready", { ...allOk, disk: "failed" }]);
    const before = (await account.live.get(`${platform}/shipments`)).text;
    const writes = [
      await account.live.post(`${platform}/shipments`, shipmentBody()),
      await account.sandbox.post(`${platform}/shipments`, shipmentBody()),
      await account.sandbox.patch(`${platform}/shipments/${shipment.id}`, { reference: "new" }),
      await account.session.post("/api/v1/keys", { name: "more", environment: "live" }),
    ];
    for (const { status, body, headers } of writes) {
      expect([status, body.code]).toEqual([503, "storage_full"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    const read = await account.sandbox.get(`${platform}/shipments/${shipment.id}`);
    expect([read.status, read.body.reference]).toEqual([200, shipment.reference]);
    expect((await account.live.get(`${platform}/shipments`)).text).toBe(before);
    expect((await server.client().get("/healthz")).body).toEqual({ status: "ok" });

    expect((await withFree(plentyBytes)).body).toEqual({ status: "ok", checks: allOk });
    expect((await account.live.post(`${platform}/shipments`, shipmentBody())).status).toBe(201);
  });

  test("allows signing in and out until almost no space is left", async () => {
    const megabyte = 1024 * 1024;
    let left = 1024 * megabyte;
    const small = await startServer({
      config: { minFreeMb: 64 },
      replacements: { freeBytes: async () => left },
    });
    try {
      const { email, password, session } = await small.account();
      const { condition } = small.deps.stores;
      const signIn = () => small.client().post("/api/v1/auth/sign-in", { email, password });
      left = 16 * megabyte;
      await eventually("little space", () => condition.spaceIsLow || undefined);
      const keyRefused = await session.post("/api/v1/keys", { name: "more", environment: "live" });
      expect([keyRefused.status, keyRefused.body.code]).toEqual([503, "storage_full"]);
      expect((await signIn()).status).toBe(200);
      expect((await session.post("/api/v1/auth/sign-out")).status).toBe(204);
      left = 16 * megabyte - 1;
      await eventually("next to no space", () => condition.reserveIsLow || undefined);
      const refused = await signIn();
      expect([refused.status, refused.body.code]).toEqual([503, "storage_full"]);
    } finally {
      await small.stop();
    }
  });

  test("makes jobs wait; they continue where they were", async () => {
    const { shipment } = await createAssigned(account.sandbox, { simulation: { speed: 1 } });
    const statusOf = async () =>
      (await account.sandbox.get(`${platform}/shipments/${shipment.id}`)).body.status;
    await withFree(0);
    clock.advance(deliveredAfterSeconds);
    const runs = () => server.deps.loops.flatMap((loop) => loop.reports()).map(({ lastRunAt }) => lastRunAt);
    await wakeLoops(server.deps);
    expect(runs()).not.toContain(clock.now());
    expect(await statusOf()).toBe("assigned");
    await withFree(plentyBytes);
    await wakeLoops(server.deps);
    expect(runs()).toContain(clock.now());
    await eventually("the delivery", async () => (await statusOf()) === "delivered" || undefined);
  });

  test("keeps the reserve for closing: no count is lost", async () => {
    let left = plentyBytes;
    const dataDir = `${server.deps.config.data}-closing`;
    const first = await startServer({ dataDir, replacements: { freeBytes: async () => left } });
    const { sandbox, sandboxKey } = await first.account();
    left = 0;
    await eventually("a full disk to be seen", async () => {
      const { status } = await first.client().get("/readyz");
      return status === 503 || undefined;
    });
    for (let reads = 0; reads < 5; reads += 1) await sandbox.get(`${platform}/shipments`);
    await first.stop();
    const second = await startServer({ dataDir });
    const usage = await second.client({ "x-api-key": sandboxKey }).get(`${platform}/usage?group_by=route`);
    await second.stop();
    rmSync(dataDir, { recursive: true });
    const route = usage.body.data.find((row: { route: string }) => row.route === "listShipments");
    expect(route?.requests).toBe(5);
  });
});

test("a stopping server says so at once, and closes connections after its answers", async () => {
  const stopping = await startServer();
  let stopped: Promise<void> | undefined;
  const answer = await sendRaw(stopping.url, "GET /readyz HTTP/1.1\r\nHost: x\r\n", async (send) => {
    await stopping.client().get("/healthz");
    stopped = stopping.stop();
    send("\r\n");
  });
  await stopped;
  expect([answer.status, answer.body.code]).toEqual([503, "shutting_down"]);
  expect(answer.headers.get("connection")).toBe("close");
});

test("a request that is under way is answered before the server has stopped", async () => {
  const stopping = await startServer();
  const { sandbox, sandboxKey } = await stopping.account();
  const { shipment } = await createAssigned(sandbox);
  const body = JSON.stringify({ to: "delivered" });
  const head = [
    `POST ${platform}/sandbox/shipments/${shipment.id}/advance HTTP/1.1`,
    "Host: x",
    `X-API-Key: ${sandboxKey}`,
    "Content-Type: application/json",
    `Content-Length: ${body.length}`,
  ].join("\r\n");
  let stopped: Promise<void> | undefined;
  const answer = await sendRaw(stopping.url, `${head}\r\n\r\n${body.slice(0, 1)}`, async (send) => {
    // Answered after the server has read the first part.
    await stopping.client().get("/healthz");
    stopped = stopping.stop();
    send(body.slice(1));
  });
  await stopped;
  expect([answer.status, answer.body.shipment.status]).toEqual([200, "delivered"]);
});
