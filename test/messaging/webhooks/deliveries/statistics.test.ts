import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { removeOldUsage } from "../../../../src/access/usage/service.ts";
import type { SendRequest, SendResult, Transport } from "../../../../src/infra/net/transport.ts";
import { createClock } from "../../../support/clock.ts";
import { register, settled, writeDeliveries } from "../../../support/deliveries.ts";
import { platform } from "../../../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../../../support/harness.ts";

const hourMs = 3_600_000;
/** A quarter past an hour. */
const clock = createClock(Math.floor(Date.now() / hourMs) * hourMs + hourMs / 4);
const begun = clock.now();
let meet: (request: SendRequest) => SendResult;
const transport: Transport = {
  judge: ({ url }) =>
    Promise.resolve({
      allowed: true,
      url: new URL(url),
      addresses: ["93.184.215.14"],
      serverName: undefined,
    }),
  send: (request) => Promise.resolve(meet(request)),
};

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer({ config: { webhookSchedule: [0] }, replacements: { clock, transport } });
});
afterAll(() => server.stop());
afterEach(() => clock.advance((begun - clock.now()) / 1000));

const answers = (status: number, durationMs: number) => (): SendResult => ({
  kind: "response",
  status,
  headers: {},
  body: "",
  bytes: new Uint8Array(),
  truncated: false,
  durationMs,
});

/** What waits for an endpoint that is gone is kept. */
function whatBecomesOf(result: SendResult): string {
  const status = result.kind === "response" ? result.status : undefined;
  return status === 200 ? "delivered" : status === 410 ? "paused" : "failed";
}

async function attempt(webhookId: string, result: () => SendResult): Promise<void> {
  meet = result;
  const { body } = await account.sandbox.post(`${platform}/webhooks/${webhookId}/test`);
  await settled(server.deps, account.sandbox, webhookId, body.id, whatBecomesOf(result()));
}

async function statistics(webhookId: string, query = "") {
  const answer = await account.sandbox.get(`${platform}/webhooks/${webhookId}/statistics${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const at = (hours: number) => new Date(begun + hours * hourMs).toISOString();

describe("statistics", () => {
  test("of an endpoint that was never sent to", async () => {
    account = await server.account();
    const id = await register(account.sandbox, "https://shop.example.com/");
    const body = await statistics(id);
    expect(body).toMatchObject({
      webhook_id: id,
      attempts: 0,
      success_rate: null,
      p50_ms: null,
      p95_ms: null,
      pending: 0,
      paused: 0,
      oldest_due_at: null,
      last_success_at: null,
      last_failure_at: null,
    });
    expect(body.hours).toHaveLength(24);
    expect(new Set(Object.values(body.results))).toEqual(new Set([0]));
  });

  test("tell results, durations and hours, of this endpoint alone", async () => {
    account = await server.account();
    const id = await register(account.sandbox, "https://shop.example.com/");
    const other = await register(account.sandbox, "https://other.example.com/");
    for (let count = 0; count < 6; count += 1) await attempt(id, answers(200, 20));
    const lastSuccess = new Date(clock.now()).toISOString();
    clock.advance(2 * 3600);
    await attempt(id, answers(500, 1000));
    await attempt(id, answers(302, 1000));
    await attempt(id, () => ({ kind: "error", error: "dns", message: "", durationMs: 1 }));
    await attempt(other, answers(200, 5000));

    const body = await statistics(id);
    expect(body).toMatchObject({ attempts: 9, success_rate: 6 / 9 });
    expect(body.results).toMatchObject({ success: 6, status: 1, redirect: 1, dns: 1, timeout: 0 });
    expect(body.p50_ms).toBeGreaterThan(20 / Math.SQRT2);
    expect(body.p50_ms).toBeLessThan(20 * Math.SQRT2);
    expect(body.p95_ms).toBeGreaterThan(1000 / Math.SQRT2);
    expect(body.p95_ms).toBeLessThan(1000 * Math.SQRT2);
    expect(body).toMatchObject({
      last_success_at: lastSuccess,
      last_failure_at: new Date(clock.now()).toISOString(),
    });
    expect(body.hours.slice(-3).map((hour: object) => ({ ...hour }))).toMatchObject([
      { begins_at: at(-0.25), attempts: 6, succeeded: 6 },
      { begins_at: at(0.75), attempts: 0, succeeded: 0 },
      { begins_at: at(1.75), attempts: 3, succeeded: 0 },
    ]);
    const early = await statistics(id, `?from=${at(-1)}&to=${at(0.75)}`);
    expect(early).toMatchObject({
      from: at(-1.25),
      to: at(0.75),
      attempts: 6,
      success_rate: 1,
      last_failure_at: body.last_failure_at,
    });
    expect(early.hours).toHaveLength(2);
  });

  test("tell what waits, counted up to ten thousand, and since when", async () => {
    account = await server.account();
    const id = await register(account.sandbox, "https://shop.example.com/");
    await account.sandbox.patch(`${platform}/webhooks/${id}`, { enabled: false });
    const { accountId } = account;
    const past = { webhookId: id, accountId, attempts: 0 };
    const dueAt = clock.now() - hourMs;
    await writeDeliveries(server.deps, {
      ...past,
      count: 3,
      status: "pending",
      at: (index) => dueAt + index,
    });
    await writeDeliveries(server.deps, { ...past, count: 10_001, status: "paused", at: () => dueAt });
    expect(await statistics(id)).toMatchObject({
      pending: 3,
      paused: 10_000,
      oldest_due_at: new Date(dueAt).toISOString(),
    });
  });

  test("refuse a span that is none, and one that goes back too far", async () => {
    account = await server.account();
    const id = await register(account.sandbox, "https://shop.example.com/");
    for (const [query, parameter] of [
      [`?from=${at(2)}`, "from"],
      [`?from=${at(2)}&to=${at(4)}`, "from"],
      [`?from=${at(-2)}&to=${at(-4)}`, "to"],
      [`?from=${at(-31 * 24)}`, "from"],
      [`?to=${at(-31 * 24)}`, "from"],
      ["?from=yesterday", "from"],
    ] as const) {
      const answer = await account.sandbox.get(`${platform}/webhooks/${id}/statistics${query}`);
      expect([query, answer.status, answer.body.errors?.[0]?.parameter]).toEqual([query, 400, parameter]);
    }
    expect((await statistics(id, `?from=${at(-30 * 24)}`)).hours).toHaveLength(30 * 24 + 1);
    expect(await statistics(id, "?to=9999-01-01T00:00:00Z")).toEqual(await statistics(id, ""));
  });

  test("tell which endpoints fail, among all of them", async () => {
    account = await server.account();
    const failing = async (query = "") =>
      (await account.sandbox.get(`${platform}/webhooks?health=failing${query}`)).body;
    const ids = (page: { data: { id: string }[] }) => page.data.map(({ id }) => id);
    // Not `*`: they are not told what becomes of each other.
    const endpoint = () => register(account.sandbox, "https://shop.example.com/", ["webhook.test"]);
    const [broken, shaky, healed] = [await endpoint(), await endpoint(), await endpoint()];
    const [gone, off] = [await endpoint(), await endpoint()];
    await endpoint();
    await attempt(healed, answers(500, 20));
    expect(ids(await failing())).toEqual([healed]);
    clock.advance(86_400);
    await attempt(broken, answers(500, 20));
    await attempt(shaky, answers(500, 20));
    await attempt(shaky, answers(200, 20));
    await attempt(healed, answers(200, 20));
    await attempt(gone, answers(410, 20));
    await attempt(off, answers(500, 20));
    await account.sandbox.patch(`${platform}/webhooks/${off}`, { enabled: false });
    // Newest first.
    expect(ids(await failing())).toEqual([gone, shaky, broken]);
    const first = await failing("&limit=2");
    expect(ids(first)).toEqual([gone, shaky]);
    expect(ids(await failing(`&limit=2&cursor=${first.next_cursor}`))).toEqual([broken]);
    const other = await server.account();
    expect((await other.sandbox.get(`${platform}/webhooks?health=failing`)).body.data).toEqual([]);
    clock.advance(86_400);
    expect(ids(await failing())).toEqual([gone]);
  });

  test("are kept for thirty days", async () => {
    account = await server.account();
    const id = await register(account.sandbox, "https://shop.example.com/");
    await attempt(id, answers(200, 20));
    const forget = async () => {
      await statistics(id);
      await removeOldUsage(server.deps, clock.now());
    };
    clock.advance(30 * 86_400);
    await forget();
    expect(await statistics(id, `?from=${at(0)}`)).toMatchObject({ attempts: 1 });
    clock.advance(2 * 3600);
    await forget();
    clock.advance(-2 * 3600);
    expect(await statistics(id, `?from=${at(0)}`)).toMatchObject({ attempts: 0, last_success_at: null });
  });
});
