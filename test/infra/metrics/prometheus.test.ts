import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { threadCpuMs } from "../../../src/infra/clock.ts";
import type { SendResult } from "../../../src/infra/net/transport.ts";
import { holdThread } from "../../../src/infra/waiting/stretches.ts";
import { advance, createAssigned, createShipment, platform } from "../../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../../support/harness.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";

let server: TestServer;
let account: TestAccount;
let receiver: Receiver;
beforeAll(async () => {
  server = await startServer({ config: { metrics: { hostname: "127.0.0.1", port: 0 } } });
  account = await server.account();
  receiver = startReceiver();
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

/** Value by name with labels, as they are written: `waybill_streams_open`, `…_total{route="x"}`. */
async function scrape({ metricsUrl } = server): Promise<Map<string, number>> {
  const answer = await fetch(String(metricsUrl));
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  const samples = (await answer.text()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    samples.map((line) => {
      const end = line.lastIndexOf(" ");
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

describe("metrics", () => {
  test("deliveries are counted from nought, each environment and result", async () => {
    const counts = [...(await scrape())].filter(([name]) =>
      name.startsWith("waybill_webhook_deliveries_total"),
    );
    expect(counts.map(([, value]) => value)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  test("requests by route and status class, including those of unknown callers", async () => {
    const shipment = await createShipment(account.sandbox);
    await account.sandbox.get(`${platform}/shipments/${shipment.id}`);
    await account.sandbox.get(`${platform}/shipments/shp_00000000000000000000000000`);
    await server.client().get(`${platform}/shipments/${shipment.id}`);
    await server.client().get("/no/such/path");
    const found = await scrape();
    const requests = (route: string, status: string) =>
      found.get(`waybill_http_requests_total{route="${route}",status="${status}"}`);
    expect([requests("createShipment", "2xx"), requests("getShipment", "2xx")]).toEqual([1, 1]);
    expect([requests("getShipment", "4xx"), requests("none", "4xx")]).toEqual([2, 1]);
    expect(found.get('waybill_http_request_duration_seconds_count{route="getShipment"}')).toBe(3);
    expect(found.get('waybill_http_request_duration_seconds_bucket{le="+Inf",route="getShipment"}')).toBe(3);
  });

  test("deliveries by result, batches and syncs by store", async () => {
    await account.sandbox.post(`${platform}/webhooks`, { url: receiver.url, events: ["shipment.created"] });
    await createShipment(account.sandbox);
    await createShipment(account.live);
    const delivered = 'waybill_webhook_deliveries_total{environment="sandbox",result="delivered"}';
    await eventually("the delivery", async () => ((await scrape()).get(delivered) === 1 ? true : undefined));
    const found = await scrape();
    expect(found.get('waybill_storage_batch_writes_count{store="live"}')).toBeGreaterThan(0);
    expect(found.get('waybill_storage_sync_duration_seconds_count{store="live"}')).toBeGreaterThan(0);
    // Nobody waits for its syncs.
    expect(found.get('waybill_storage_sync_duration_seconds_count{store="sandbox"}')).toBeUndefined();
    expect(found.get('waybill_storage_batch_writes_count{store="sandbox"}')).toBeGreaterThan(0);
  });

  test("streams that are open", async () => {
    const { shipment } = await createAssigned(account.sandbox);
    const open = (await scrape()).get("waybill_streams_open") ?? Number.NaN;
    const stream = await fetch(`${server.url}${platform}/tracking/${shipment.id}/stream`, {
      headers: { "x-api-key": account.sandboxKey },
    });
    expect((await scrape()).get("waybill_streams_open")).toBe(open + 1);
    await advance(account.sandbox, shipment.id, "delivered");
    await stream.text();
    await eventually("its end", async () =>
      (await scrape()).get("waybill_streams_open") === open ? true : undefined,
    );
  });

  test("what jobs have before them", async () => {
    const jobs = server.deps.loops.flatMap((loop) => loop.jobs.map(({ name }) => name));
    expect(jobs).toContain("deliveries.send.live");
    const names = jobs.flatMap((job) => [
      `waybill_job_backlog{job="${job}"}`,
      `waybill_job_oldest_due_age_seconds{job="${job}"}`,
    ]);
    // Other tests have shipments here, which go on.
    await eventually("nothing", async () => {
      const found = await scrape();
      return names.every((name) => found.get(name) === 0) || undefined;
    });
  });

  test("the process and its storage", async () => {
    await eventually("the event loop to be measured", async () =>
      ((await scrape()).get("waybill_event_loop_lag_seconds_count") ?? 0) > 0 ? true : undefined,
    );
    const found = await scrape();
    expect(found.get("process_resident_memory_bytes")).toBeGreaterThan(1e6);
    expect(found.get("process_cpu_seconds_total")).toBeGreaterThan(0);
    expect(found.get("waybill_storage_writes_refused")).toBe(0);
    expect(found.get("waybill_request_log_dropped_total")).toBe(0);
    await eventually("no sync to run", async () =>
      (await scrape()).get("waybill_storage_sync_running_seconds") === 0 ? true : undefined,
    );
  });

  test("turns of the event loop, and the longest stretch by operation", async () => {
    const before = await scrape();
    const until = threadCpuMs() + 5;
    holdThread({ name: "probe" });
    while (threadCpuMs() < until);
    await createShipment(account.sandbox);
    const found = await scrape();
    const turns = (samples: typeof found) => samples.get("waybill_event_loop_stall_seconds_count") ?? 0;
    expect(turns(found)).toBeGreaterThan(turns(before));
    const longest = 'waybill_event_loop_longest_cpu_seconds{operation="probe"}';
    expect([before.has(longest), (found.get(longest) ?? 0) >= 0.005]).toEqual([false, true]);
  });

  test("have an address of their own", async () => {
    const { origin } = new URL(String(server.metricsUrl));
    expect((await fetch(`${origin}/healthz`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: "POST" })).status).toBe(405);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });
});

test("without the setting nothing is measured, and no address is open", async () => {
  const without = await startServer();
  expect([without.deps.meter, without.metricsUrl]).toEqual([undefined, undefined]);
  await without.stop();
});

test("an address that is taken is named", async () => {
  const port = Number(new URL(String(server.metricsUrl)).port);
  await expect(startServer({ config: { metrics: { hostname: "127.0.0.1", port } } })).rejects.toThrow(
    `cannot listen on --metrics 127.0.0.1:${port} (EADDRINUSE)`,
  );
});

test("what is overdue has an age", async () => {
  const held = Promise.withResolvers<SendResult>();
  const stuck = await startServer({
    config: { metrics: { hostname: "127.0.0.1", port: 0 } },
    replacements: { transport: { ...server.deps.transport, send: () => held.promise } },
  });
  const { sandbox } = await stuck.account();
  await sandbox.post(`${platform}/webhooks`, { url: receiver.url, events: ["shipment.created"] });
  await createShipment(sandbox);
  const job = 'job="deliveries.send.sandbox"';
  const found = await eventually("an age", async () => {
    const now = await scrape(stuck);
    return (now.get(`waybill_job_oldest_due_age_seconds{${job}}`) ?? 0) > 0 ? now : undefined;
  });
  expect(found.get(`waybill_job_backlog{${job}}`)).toBe(1);
  held.resolve({ kind: "error", error: "timeout", message: "too late", durationMs: 1 });
  await stuck.stop();
});
