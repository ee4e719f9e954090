import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { recordLastRequest } from "../../src/access/accounts/reading.ts";
import { addCounts } from "../../src/access/usage/writing.ts";
import type { SendResult } from "../../src/infra/net/transport.ts";
import { dayMs } from "../../src/infra/units.ts";
import { createClock, type TestClock, wakeJobs } from "../support/clock.ts";
import { register } from "../support/deliveries.ts";
import { platform } from "../support/fixtures.ts";
import {
  type Answer,
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../support/harness.ts";
import { createOperator, type TestOperator } from "../support/operator.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";

/** What needs the operator: whose trouble it is, and that of the installation apart from that of accounts. */

let server: TestServer;
let clock: TestClock;
let operator: TestOperator;
let receiver: Receiver;
/** Requests to these hang until the end. */
const hanging = "127.0.0.2";
const held = Promise.withResolvers<SendResult>();
/** Servers whose requests hang stop with the main one. */
const stopped: Promise<unknown>[] = [];
const isHanging = (target: { url: string }) => target.url.includes(hanging);

beforeAll(async () => {
  clock = createClock(Date.UTC(2026, 4, 20, 12));
  receiver = startReceiver();
  const plain = await startServer();
  const { transport } = plain.deps;
  await plain.stop();
  server = await startServer({
    config: { defaultTier: "free", webhookSchedule: [0, 100_000] },
    replacements: {
      clock,
      transport: { ...transport, send: (...of) => (isHanging(of[0]) ? held.promise : transport.send(...of)) },
    },
  });
  operator = await createOperator(server);
});
afterAll(async () => {
  held.reject(new Error("over"));
  await Promise.all([server.stop(), ...stopped]);
  await receiver.stop();
});

async function read(path: string): Promise<Answer["body"]> {
  const answer = await operator.session.get(`/api/v1/operator/${path}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const needsOf = async ({ accountId }: TestAccount): Promise<Answer["body"][]> =>
  (await read("needs")).data.filter(({ account_id }: Answer["body"]) => account_id === accountId);
const kindsOf = async (account: TestAccount) => (await needsOf(account)).map(({ kind }) => kind);
const installationNeeds = async (): Promise<string[]> =>
  (await read("overview")).installation.needs.map(({ kind }: { kind: string }) => kind);
const jobOf = async (name: string) =>
  (await read("jobs")).data.find((job: { name: string }) => job.name === name);

async function sendTests(client: Client, webhookId: string, count: number): Promise<void> {
  const send = () => client.post(`${platform}/webhooks/${webhookId}/test`);
  for (const { status } of await Promise.all(Array.from({ length: count }, send))) expect(status).toBe(202);
}

test("the overview counts the accounts that show proofs to everybody with the link, and needs nobody for it", async () => {
  const [one, other] = [await server.account(), await server.account()];
  const openProofs = async () => (await read("overview")).installation.accounts_with_open_proofs;
  const hide = ({ session }: TestAccount, proof_behind_digits: boolean) =>
    session.patch(`${platform}/account`, { brand: { proof_behind_digits } }, { "x-environment": "sandbox" });
  expect(await openProofs()).toBe(0);
  await hide(one, false);
  await hide(other, false);
  expect(await openProofs()).toBe(2);
  await hide(one, true);
  expect([await openProofs(), await installationNeeds()]).toEqual([1, []]);
});

describe("a hanging receiver", () => {
  test("is its account's trouble, named with the endpoint, and no job is behind", async () => {
    const [customer, other] = [await server.account(), await server.account()];
    const webhookId = await register(customer.sandbox, `http://${hanging}:9000/hook?key=private`);
    await sendTests(customer.sandbox, webhookId, 12);
    const job = await eventually("eight that hang", async () => {
      const found = await jobOf("deliveries.send.sandbox");
      return found.held_back === 12 ? found : undefined;
    });
    expect(job).toMatchObject({ backlog: 0, oldest_due_age_seconds: 0 });

    clock.advance(26 * 60);
    await wakeJobs(server.deps);
    const healthy = await register(other.sandbox, receiver.url);
    await sendTests(other.sandbox, healthy, 1);
    await eventually("the delivery to another account", () => receiver.received.length === 1 || undefined);
    // The receiver has it before its response is stored.
    const after = await eventually("the delivery to be stored", async () => {
      const found = await jobOf("deliveries.send.sandbox");
      return found.backlog === 0 ? found : undefined;
    });
    expect(after).toMatchObject({ backlog: 0, held_back: 12 });
    expect(await installationNeeds()).toEqual([]);
    expect(await needsOf(customer)).toEqual([
      {
        id: `endpoint ${customer.accountId} sandbox ${webhookId}`,
        kind: "endpoint",
        account_id: customer.accountId,
        account_name: "Test",
        environment: "sandbox",
        webhook_id: webhookId,
        message: `The webhook endpoint ${hanging}:9000 (sandbox) is slower than its events. 12 deliveries wait.`,
        since: new Date(clock.now() - 26 * 60_000).toISOString(),
        is_urgent: false,
        remedy: null,
        command: null,
        dismissed_at: null,
        dismissed_by: null,
      },
    ]);
    expect(await needsOf(other)).toEqual([]);

    const { accounts, accounts_in_need } = await read("overview");
    expect([accounts_in_need, accounts.length]).toEqual([1, 1]);
    expect(accounts[0]).toMatchObject({ id: customer.accountId, needs: [{ webhook_id: webhookId }] });
    const { environments } = await read(`accounts/${customer.accountId}`);
    expect(environments[0].endpoints).toEqual([
      {
        id: webhookId,
        name: `${hanging}:9000`,
        disabled_reason: null,
        failing_since: null,
        waiting: 12,
        oldest_due_at: new Date(clock.now() - 26 * 60_000).toISOString(),
        attempts: 0,
        succeeded: 0,
      },
    ]);
    expect(JSON.stringify(environments)).not.toContain("private");

    await operator.session.patch(`/api/v1/operator/accounts/${customer.accountId}`, { suspended: true });
    clock.advance(6);
    expect(await needsOf(customer)).toEqual([]);
  });

  test("that takes every place of the installation is a job that is behind", async () => {
    const crowded = await startServer({
      config: { webhookConcurrency: 2 },
      replacements: { clock, transport: { ...server.deps.transport, send: () => held.promise } },
    });
    const watcher = await createOperator(crowded);
    for (let times = 0; times < 3; times += 1) {
      const { sandbox } = await crowded.account();
      await sendTests(sandbox, await register(sandbox, `http://${hanging}:9000/`), 1);
    }
    clock.advance(60);
    const { body } = await watcher.session.get("/api/v1/operator/needs");
    expect(body.data).toEqual([
      expect.objectContaining({
        id: "job_delayed deliveries.send.sandbox",
        account_id: null,
        message: "Webhook deliveries are delayed (sandbox): 3 waiting, oldest 60 s.",
        is_urgent: true,
      }),
    ]);
    stopped.push(crowded.stop());
  });
});

describe("an account", () => {
  test("whose endpoint fails is told with the commonest reason, and with what waits", async () => {
    const customer = await server.account();
    const refusing = startReceiver();
    refusing.answer = () => new Response("no", { status: 500 });
    const { body } = await customer.sandbox.post(`${platform}/webhooks`, {
      url: refusing.url,
      events: ["*"],
      description: "Customer mails",
    });
    await sendTests(customer.sandbox, body.id, 3);
    await eventually("three failures", () => refusing.received.length === 3 || undefined);
    clock.advance(60);
    expect(await needsOf(customer)).toEqual([]);
    clock.advance(5 * 60);
    const [need] = await eventually("the failures to be recorded", async () => {
      clock.advance(6);
      const found = await needsOf(customer);
      return found.length > 0 ? found : undefined;
    });
    expect(need.message).toBe(
      "The webhook endpoint Customer mails (sandbox) responds with an error. 3 deliveries wait.",
    );
    await refusing.stop();
  });

  test("whose requests fail is told with the share and the commonest code, and not for some mistakes", async () => {
    const [failing, careful] = [await server.account(), await server.account()];
    for (let times = 0; times < 48; times += 1) {
      clock.advance(1);
      await failing.live.get(`${platform}/shipments`);
      await careful.live.get(`${platform}/shipments`);
    }
    for (let times = 0; times < 12; times += 1) await failing.live.post(`${platform}/shipments`, {});
    await failing.live.get(`${platform}/shipments/none`);
    await careful.live.get(`${platform}/shipments/none`);
    clock.advance(6);
    expect((await needsOf(failing)).map(({ message }) => message)).toEqual([
      "21% of 61 requests in 24 hours failed (live), mostly with validation_failed.",
    ]);
    expect(await needsOf(careful)).toEqual([]);
    const { traffic, last_request_at } = await read(`accounts/${failing.accountId}`);
    expect(traffic).toMatchObject({
      requests: 61,
      errors: 13,
      rate_limited: 0,
      commonest_error: "validation_failed",
    });
    expect(traffic.requests_by_day.at(-1)).toBe(61);
    expect(Date.parse(last_request_at)).toBeGreaterThan(clock.now() - 120_000);
    // A day, in steps in which the session stays in use.
    for (let times = 0; times < 5; times += 1) {
      clock.advance(5 * 3_600);
      await needsOf(failing);
      await server.deps.stores.accounts.write(() => undefined);
    }
    expect(await needsOf(failing)).toEqual([]);
  });

  test("that used most of a limit is told, more urgently when nothing is left", async () => {
    const customer = await server.account();
    await operator.session.patch("/api/v1/operator/tiers/free", { requests_per_day: 10 });
    for (let times = 0; times < 8; times += 1) await customer.live.get(`${platform}/shipments`);
    const told = (message: string) =>
      eventually(message, async () => {
        clock.advance(6);
        const [need] = await needsOf(customer);
        return need?.message === message ? need : undefined;
      });
    const near = await told("80% of today's requests are used (live).");
    expect(near).toMatchObject({ kind: "quota", environment: "live", is_urgent: false });
    for (let times = 0; times < 4; times += 1) await customer.live.get(`${platform}/shipments`);
    const used = await told("All of today's requests are used (live).");
    expect(used.is_urgent).toBe(true);
    await operator.session.patch("/api/v1/operator/tiers/free", { requests_per_day: 10_000 });
    clock.advance(6);
    expect(await needsOf(customer)).toEqual([]);
  });

  test("that sent requests every day and stopped is told, and one that pauses as it always did is not", async () => {
    const [daily, weekly] = [await server.account(), await server.account()];
    const today = Math.floor(clock.now() / dayMs);
    const write = ({ accountId }: TestAccount, daysAgo: number) =>
      server.deps.stores.telemetry.run(addCounts, {
        requests: [],
        outcomes: [],
        attempts: [],
        responses: [
          { hour: (today - daysAgo) * 24, accountId, environment: "live", code: "", requests: 200 },
        ],
      });
    for (let day = 6; day < 20; day += 1) await write(daily, day);
    for (let day = 6; day < 34; day += 5) await write(weekly, day);
    await server.deps.stores.accounts.write((tx) => {
      for (const { accountId } of [daily, weekly]) recordLastRequest(tx, accountId, clock.now() - 6 * dayMs);
    });
    clock.advance(6);
    expect((await needsOf(daily)).map(({ message }) => message)).toEqual([
      "No request for 6 days. Before, a usual day had 200.",
    ]);
    expect(await kindsOf(weekly)).toEqual([]);

    const ids = async (query: string): Promise<string[]> =>
      (await read(`accounts?${query}`)).data.map(({ id }: { id: string }) => id);
    const newer = await server.account();
    const all = await ids("sort=trouble&limit=100");
    expect(all[0]).toBe(daily.accountId);
    expect(new Set(all).size).toBe(all.length);
    expect(all.toSorted()).toEqual((await ids("limit=100")).toSorted());
    await newer.live.get(`${platform}/shipments`);
    const first = await eventually("the last use of a key", async () => {
      const page = await read("accounts?sort=last_used&limit=1");
      return page.data[0].id === newer.accountId ? page : undefined;
    });
    for (const sort of ["trouble", "last_used"]) {
      const paged: string[] = [];
      let cursor = "";
      do {
        const page = await read(`accounts?sort=${sort}&limit=2${cursor}`);
        paged.push(...page.data.map(({ id }: { id: string }) => id));
        cursor = page.next_cursor === null ? "" : `&cursor=${page.next_cursor}`;
      } while (cursor !== "");
      expect(paged).toEqual(await ids(`sort=${sort}&limit=100`));
    }
    const wrong = await operator.session.get(
      `/api/v1/operator/accounts?sort=trouble&cursor=${first.next_cursor}`,
    );
    expect(wrong.status).toBe(400);
  });
});
