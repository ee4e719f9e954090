import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { clientOf, restart, serve, signUp } from "./executable.ts";

const endpointsCount = 10;
const shipmentsCount = 200;
const all = endpointsCount * shipmentsCount;
/** How many deliveries have arrived when it is killed. */
const killsAt = [200, 800, 1_400];
const batchSize = 100;

const env = {
  WAYBILL_WEBHOOK_SCHEDULE: "0,1,1,1",
  WAYBILL_WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8",
  WAYBILL_LOG_LEVEL: "error",
};

test("killed in the middle of 2 000 deliveries: every one arrives, and its record is whole", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "waybill-deliveries-"));
  const data = join(cwd, "data");
  const arrived = new Map<string, number>();
  /** So many are answered. The others wait: each kill comes in the middle, however fast the machine is. */
  let answersMax = 0;
  let more = Promise.withResolvers<void>();
  const answer = (count: number) => {
    answersMax = count;
    more.resolve();
    more = Promise.withResolvers();
  };
  const receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const key = `${new URL(request.url).pathname} ${request.headers.get("webhook-id")}`;
      while (arrived.size >= answersMax) await more.promise;
      arrived.set(key, (arrived.get(key) ?? 0) + 1);
      return new Response("ok");
    },
  });
  let serving = await serve(data, { cwd, env });
  const { keys } = await signUp(serving.url);
  const headers = { "x-api-key": keys.sandbox };
  const client = () => clientOf(serving, headers);
  const paths: string[] = [];
  for (let endpoint = 0; endpoint < endpointsCount; endpoint += 1) {
    const url = `http://127.0.0.1:${receiver.port}/${endpoint}`;
    const hook = await client().post(`${platform}/webhooks`, { url, events: ["shipment.created"] });
    expect(hook.status).toBe(201);
    paths.push(`${platform}/webhooks/${hook.body.id}`);
  }
  // Made at once: what waits for an answer too long would be sent again.
  const shipments = Array.from({ length: batchSize }, () => shipmentBody());
  for (let made = 0; made < shipmentsCount; made += batchSize) {
    const { status, body } = await client().post(`${platform}/shipments/batch`, { shipments });
    expect([status, body.data.every(({ shipment }: { shipment?: object }) => shipment)]).toEqual([200, true]);
  }
  for (const count of killsAt) {
    answer(count);
    await eventually(`${count} deliveries`, () => arrived.size >= count || undefined);
    expect(arrived.size).toBe(count);
    serving = await restart(serving, data, { cwd, env });
  }
  answer(Number.POSITIVE_INFINITY);
  for (const path of paths) {
    await eventually("all to be delivered", async () => {
      const { body } = await client().get(`${path}/deliveries?status=pending&limit=1`);
      return body.data.length === 0 ? true : undefined;
    });
    const { body } = await client().get(`${path}/deliveries?status=delivered&limit=100`);
    expect(body.data.map((delivery: { attempt_count: number }) => delivery.attempt_count)).toEqual(
      Array(100).fill(1),
    );
  }
  expect(arrived.size).toBe(all);
  serving.kill("SIGTERM");
  expect((await serving.exited).exitCode).toBe(0);
  await receiver.stop(true);
  rmSync(cwd, { recursive: true });
});
