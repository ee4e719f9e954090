import { afterAll, afterEach, beforeAll, describe, expect, spyOn, test } from "bun:test";
import type { SendResult } from "../../../../src/infra/net/transport.ts";
import type { Claim } from "../../../../src/messaging/webhooks/deliveries/lane.ts";
import { createLanes } from "../../../../src/messaging/webhooks/deliveries/lanes.ts";
import { deliveryStore } from "../../../../src/messaging/webhooks/deliveries/store.ts";
import { createClock, jobsAtRest, wakeLoops } from "../../../support/clock.ts";
import { patientTransport } from "../../../support/deliveries.ts";
import { platform } from "../../../support/fixtures.ts";
import { type Client, eventually, startServer, type TestServer } from "../../../support/harness.ts";

const places = 16;

let server: TestServer;
let receivers: { stop(force: boolean): Promise<void> }[] = [];

beforeAll(async () => {
  server = await startServer({
    config: { webhookConcurrency: places },
    replacements: { transport: patientTransport() },
  });
});
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop(true)));
  receivers = [];
});
afterAll(() => server.stop());

/** A receiver that says how many it holds at once. */
function receive(answer: (number: number) => Response | Promise<Response>) {
  const seen = { url: "", count: 0, held: 0, heldMax: 0 };
  const receiver = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    idleTimeout: 0,
    async fetch() {
      seen.count += 1;
      seen.held += 1;
      seen.heldMax = Math.max(seen.heldMax, seen.held);
      try {
        return await answer(seen.count - 1);
      } finally {
        seen.held -= 1;
      }
    },
  });
  receivers.push(receiver);
  seen.url = `http://127.0.0.1:${receiver.port}/`;
  return seen;
}

async function register(client: Client, url: string, change: Record<string, unknown> = {}) {
  const answer = await client.post(`${platform}/webhooks`, { url, events: ["webhook.test"], ...change });
  expect(answer.status).toBe(201);
  return `${platform}/webhooks/${answer.body.id}`;
}

async function sendTests(client: Client, path: string, count: number): Promise<void> {
  const answers = await Promise.all(Array.from({ length: count }, () => client.post(`${path}/test`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
}

async function statuses(client: Client, path: string): Promise<string[]> {
  const { body } = await client.get(`${path}/deliveries?limit=100`);
  return body.data.map(({ status }: { status: string }) => status);
}

function allAre(client: Client, path: string, count: number, status: string) {
  return eventually(`${count} that are ${status}`, async () => {
    const found = await statuses(client, path);
    return (found.length === count && found.every((each) => each === status)) || undefined;
  });
}

/** Resolves when what is sent later to another endpoint has arrived: one that might go before it has gone. */
async function overtake(client: Client): Promise<void> {
  const later = await register(client, receive(ok).url);
  await sendTests(client, later, 1);
  await allAre(client, later, 1, "delivered");
}

const never = () => new Promise<never>(() => {});
const ok = () => new Response("ok");

describe("an endpoint", () => {
  test("gets eight at once, and the ninth when one has been answered", async () => {
    const { sandbox } = await server.account();
    const release = Promise.withResolvers<void>();
    const receiver = receive(async (number) => {
      if (number > 0) await release.promise;
      return ok();
    });
    const path = await register(sandbox, receiver.url);
    await sendTests(sandbox, path, 20);
    await eventually("nine requests", () => receiver.count === 9 || undefined);
    await overtake(sandbox);
    expect([receiver.count, receiver.heldMax]).toEqual([9, 8]);
    release.resolve();
    await allAre(sandbox, path, 20, "delivered");
    expect([receiver.count, receiver.heldMax]).toEqual([20, 8]);
  });

  test("whose last attempt failed gets one at a time, until one succeeds", async () => {
    const { sandbox } = await server.account();
    const back = Promise.withResolvers<void>();
    const beside = Promise.withResolvers<void>();
    const receiver = receive(async (number) => {
      if (number === 0) return new Response("no", { status: 500 });
      if (number === 1) {
        await back.promise;
        return ok();
      }
      // Held until another one comes beside it.
      if (receiver.held > 1) beside.resolve();
      await beside.promise;
      return ok();
    });
    const path = await register(sandbox, receiver.url);
    await sendTests(sandbox, path, 1);
    await eventually("the first failure", () => receiver.count >= 1 || undefined);
    await sendTests(sandbox, path, 12);
    await eventually("the next request", () => receiver.count >= 2 || undefined);
    await overtake(sandbox);
    expect([receiver.count, receiver.heldMax]).toEqual([2, 1]);
    back.resolve();
    await allAre(sandbox, path, 13, "delivered");
    expect(receiver.heldMax).toBeGreaterThan(1);
  });

  test("gets no more in a second than it asks for, spread evenly", async () => {
    const clock = createClock();
    const paced = await startServer({ replacements: { clock } });
    const { sandbox } = await paced.account();
    const begunAt = clock.now();
    const arrived: number[] = [];
    const receiver = receive(() => {
      arrived.push(clock.now() - begunAt);
      return ok();
    });
    const path = await register(sandbox, receiver.url, { max_per_second: 2 });
    await sendTests(sandbox, path, 6);
    for (let turn = 0; turn < 30; turn += 1, clock.advance(0.1)) await jobsAtRest(paced.deps);
    expect(arrived).toEqual(Array.from({ length: 6 }, (_, index) => 500 * index));
    expect(await statuses(sandbox, path)).toEqual(Array(6).fill("delivered"));
    await paced.stop();
  });
});

describe("all together", () => {
  test("no more are on their way than are allowed, and endpoints that hang leave places for others", async () => {
    const { sandbox } = await server.account();
    const sent = spyOn(server.deps.transport, "send");
    const slow = receive(never);
    const healthy = receive(ok);
    const dead = await Promise.all(Array.from({ length: 4 }, () => register(sandbox, slow.url)));
    for (const path of dead) await sendTests(sandbox, path, 10);
    await eventually("the slow ones to be busy", () => slow.held >= (places * 3) / 4 || undefined);
    const path = await register(sandbox, healthy.url);
    await sendTests(sandbox, path, 30);
    await allAre(sandbox, path, 30, "delivered");
    expect(slow.count).toBeLessThan(places);
    // Each endpoint may have one as long as there is a place.
    const more = await Promise.all(Array.from({ length: 6 }, () => register(sandbox, slow.url)));
    for (const each of more) await sendTests(sandbox, each, 3);
    await eventually("every place to be taken", () => slow.held === places || undefined);
    await jobsAtRest(server.deps, "deliveries.send");
    await server.deps.stores.platform("sandbox").synced();
    await wakeLoops(server.deps);
    // Every attempt that has begun, also one that is still on its way.
    expect(sent.mock.calls.filter(([{ url }]) => url === slow.url)).toHaveLength(places);
    expect([slow.count, slow.heldMax]).toEqual([places, places]);
    sent.mockRestore();
  });
});

/** A server whose attempts get no answer before it stops. */
async function startIdle() {
  const held = Promise.withResolvers<SendResult>();
  const idle = await startServer({
    replacements: { transport: { ...server.deps.transport, send: () => held.promise } },
  });
  const stop = async () => {
    const stopped = idle.stop();
    held.resolve({ kind: "error", error: "timeout", message: "It stops.", durationMs: 1 });
    await stopped;
  };
  return { idle, stop };
}

test("a place is free when the answer is in, and its delivery is left alone until it is recorded", async () => {
  const { idle, stop } = await startIdle();
  try {
    const { sandbox } = await idle.account();
    const path = await register(sandbox, "http://127.0.0.1:9000/");
    await sendTests(sandbox, path, 12);
    // Beside the server's own, which has begun eight and is never answered.
    const lanes = createLanes(idle.deps, "sandbox", () => {});
    const claims: Claim[] = [];
    const fill = () => lanes.fill(Date.now(), (claim) => void claims.push(claim));
    expect([fill(), fill()]).toEqual([8, 0]);
    claims[0]?.answered(true);
    claims[1]?.answered(true);
    expect([fill(), fill()]).toEqual([2, 0]);
    claims[2]?.answered(false);
    claims[3]?.answered(false);
    expect(fill()).toBe(0);
    for (const claim of claims.slice(0, 4)) claim.ended();
    expect(fill()).toBe(0);
    expect(new Set(claims.map(({ id }) => id)).size).toBe(10);
  } finally {
    await stop();
  }
});

test("rows that are left alone since they failed hide no younger ones", async () => {
  const { idle, stop } = await startIdle();
  try {
    const { sandbox } = await idle.account();
    const path = await register(sandbox, "http://127.0.0.1:9000/");
    await sendTests(sandbox, path, 45);
    const rows = deliveryStore(idle.deps.stores.platform("sandbox").db);
    const due = rows.dueOf(path.split("/").at(-1) ?? "", 0, 45).map(({ id }) => id);
    const lanes = createLanes(idle.deps, "sandbox", () => {});
    const begun: string[] = [];
    for (let round = 0; round < 6; round += 1) {
      lanes.fill(Date.now(), ({ id, schedule, ended }) => {
        begun.push(id);
        ended();
        schedule.fail(id, Date.now());
      });
    }
    expect(begun).toEqual(due);
  } finally {
    await stop();
  }
});

test("fifty endpoints that hang delay no delivery to another", async () => {
  const large = await startServer({ replacements: { transport: patientTransport() } });
  try {
    const slow = receive(never);
    const healthy = receive(ok);
    const hanging = (await large.account()).sandbox;
    for (let each = 0; each < 50; each += 1) {
      await sendTests(hanging, await register(hanging, `${slow.url}${each}`), 10);
    }
    const { sandbox } = await large.account();
    const path = await register(sandbox, healthy.url);
    await sendTests(sandbox, path, 40);
    await allAre(sandbox, path, 40, "delivered");
    expect(slow.held).toBe(400);
    expect(healthy.count).toBe(40);
  } finally {
    await Promise.all(receivers.map((receiver) => receiver.stop(true)));
    await large.stop();
  }
});
