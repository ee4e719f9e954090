import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { changeAccount } from "../../../src/access/accounts/operator/administration.ts";
import { dayOf } from "../../../src/access/limits/limit.ts";
import { flushSpending } from "../../../src/access/limits/spending.ts";
import { limitStore } from "../../../src/access/limits/store.ts";
import type { AccountEnvironment } from "../../../src/access/model.ts";
import { expectProblem } from "../../api/problem.ts";
import { createClock } from "../../support/clock.ts";
import { makeDataFolder } from "../../support/data-folder.ts";
import { platform, shipmentBody } from "../../support/fixtures.ts";
import {
  type Answer,
  type Client,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";

const noon = Date.UTC(2026, 0, 31, 12);
const clock = createClock(noon);
/** For servers that are started again, or not at all. */
const dataDir = await makeDataFolder();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ config: { defaultTier: "free" }, replacements: { clock } });
});
afterAll(async () => {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const shipments = `${platform}/shipments`;
const list = (client: Client) => client.get(shipments);
const listTimes = (client: Client, times: number) =>
  Promise.all(Array.from({ length: times }, () => list(client)));

function statuses(answers: readonly Answer[]): Record<number, number> {
  const groups = Object.groupBy(answers, ({ status }) => status);
  return Object.fromEntries(Object.entries(groups).map(([status, of]) => [status, of?.length ?? 0]));
}

const names = [
  "ratelimit-policy",
  "ratelimit",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "retry-after",
];
const toldBy = ({ headers }: Answer) => names.map((name) => headers.get(name));
const nothing = names.map(() => null);

/** Sets how many requests the account has sent today, before its first one here. */
function haveSent(of: TestServer, whose: AccountEnvironment, requests: number): Promise<void> {
  const use = { ...whose, day: dayOf(clock.now()), requests };
  return of.deps.stores.accounts.write((tx) => limitStore(tx).saveUse(use));
}

const usedBy = (of: TestServer, whose: AccountEnvironment) =>
  limitStore(of.deps.stores.accounts.db).findUse(whose)?.requests ?? 0;

describe("the rate", () => {
  test("of 50 requests at once exactly the burst of 20 gets through", async () => {
    const { sandbox } = await server.account();
    const answers = await listTimes(sandbox, 50);
    expect(statuses(answers)).toEqual({ 200: 20, 429: 30 });
  });

  test("a burst comes back at the rate, and no faster", async () => {
    const { sandbox } = await server.account();
    await listTimes(sandbox, 20);
    clock.advance(0.099);
    expect((await list(sandbox)).status).toBe(429);
    clock.advance(0.001);
    expect(statuses(await listTimes(sandbox, 3))).toEqual({ 200: 1, 429: 2 });
    clock.advance(1);
    expect(statuses(await listTimes(sandbox, 30))).toEqual({ 200: 10, 429: 20 });
    clock.advance(3600);
    expect(statuses(await listTimes(sandbox, 30))).toEqual({ 200: 20, 429: 10 });
  });

  test("a refusal says what is allowed and when, and waiting that long is enough", async () => {
    const { sandbox } = await server.account();
    await listTimes(sandbox, 20);
    const refused = await list(sandbox);
    expectProblem(server, refused, { status: 429, code: "rate_limited" });
    expect(refused.body.detail).toBe(
      "The tier free allows 10 requests per second and bursts of 20 in each environment. Wait as many seconds as Retry-After says.",
    );
    expect(refused.headers.get("retry-after")).toBe("1");
    clock.advance(1);
    expect((await list(sandbox)).status).toBe(200);
  });
});

describe("every answer tells", () => {
  const policy = '"rate";q=20;w=2, "day";q=10000;w=86400';
  const secondsToMidnight = () => (dayOf(clock.now()) + 1) * 86_400 - clock.now() / 1000;
  const secondsNow = () => clock.now() / 1000;

  beforeAll(() => {
    // On a whole second, so that the figures are plain.
    clock.advance(1 - (secondsNow() % 1));
  });

  test("what is left of the burst and of the day", async () => {
    const { sandbox } = await server.account();
    const day = secondsToMidnight();
    expect(toldBy(await list(sandbox))).toEqual([
      policy,
      `"rate";r=19;t=1, "day";r=9999;t=${day}`,
      "20",
      "19",
      // A tenth of a second, rounded up.
      String(secondsNow() + 1),
      null,
    ]);
    await listTimes(sandbox, 18);
    expect(toldBy(await list(sandbox))).toEqual([
      policy,
      `"rate";r=0;t=1, "day";r=9980;t=${day}`,
      "20",
      "0",
      String(secondsNow() + 2),
      null,
    ]);
    clock.advance(0.5);
    expect((await list(sandbox)).headers.get("ratelimit")).toBe(`"rate";r=4;t=1, "day";r=9979;t=${day}`);
    clock.advance(0.5);
  });

  test("the same for a refusal, which uses nothing", async () => {
    const { sandbox } = await server.account();
    await listTimes(sandbox, 20);
    for (let times = 0; times < 2; times += 1) {
      expect(toldBy(await list(sandbox))).toEqual([
        policy,
        `"rate";r=0;t=1, "day";r=9980;t=${secondsToMidnight()}`,
        "20",
        "0",
        String(secondsNow() + 2),
        "1",
      ]);
    }
  });

  test("also where it is an error, has no body, or is a stream", async () => {
    const { sandbox } = await server.account();
    const { body: shipment } = await sandbox.post(shipments, shipmentBody());
    const left = async (asking: Promise<Answer>) => {
      const { status, headers } = await asking;
      return [status, headers.get("x-ratelimit-remaining")];
    };
    expect(await left(sandbox.get(`${shipments}/shp_unknown`))).toEqual([404, "18"]);
    expect(await left(sandbox.get(`${shipments}?limit=0`))).toEqual([400, "17"]);
    expect(await left(sandbox.get(shipments, { "x-environment": "live" }))).toEqual([400, "16"]);
    expect(await left(sandbox.post(shipments, {}))).toEqual([422, "15"]);
    expect(await left(sandbox.send(shipments, { method: "POST", body: "x" }))).toEqual([415, "14"]);
    const known = { "if-none-match": "*" };
    expect(await left(sandbox.get(`${shipments}/${shipment.id}`, known))).toEqual([304, "13"]);
    expect(await left(sandbox.send(shipments, { method: "HEAD" }))).toEqual([200, "12"]);
    const stream = `${platform}/tracking/${shipment.id}/stream`;
    expect(await left(sandbox.send(stream, { method: "HEAD" }))).toEqual([200, "11"]);
  });

  test("but nothing to sessions, to nobody, and in a tier without limits", async () => {
    const limited = await server.account();
    expect(toldBy(await limited.session.get(shipments, { "x-environment": "sandbox" }))).toEqual(nothing);
    expect(toldBy(await server.client().get(shipments))).toEqual(nothing);
    expect(toldBy(await server.client({ "x-api-key": "wb_live_x" }).get(shipments))).toEqual(nothing);
    const unlimited = await server.account();
    await changeAccount(server.deps, unlimited.accountId, { tier: "unlimited" });
    const answers = await listTimes(unlimited.sandbox, 30);
    expect(answers.map(toldBy)).toEqual(answers.map(() => nothing));
    expect(statuses(answers)).toEqual({ 200: 30 });
  });
});

describe("the limits are", () => {
  test("shared by the keys of an account, and not by environments or accounts", async () => {
    const [account, other] = [await server.account(), await server.account()];
    const issued = await account.session.post("/api/v1/keys", { name: "second", environment: "sandbox" });
    const second = server.client({ "x-api-key": issued.body.secret });
    await listTimes(account.sandbox, 12);
    expect(statuses(await listTimes(second, 12))).toEqual({ 200: 8, 429: 4 });
    expect(statuses(await listTimes(account.live, 20))).toEqual({ 200: 20 });
    expect(statuses(await listTimes(other.sandbox, 20))).toEqual({ 200: 20 });
  });

  test("not used by signed-in users, who can work when they are used up", async () => {
    const { sandbox, session } = await server.account();
    const asked = () => session.get(shipments, { "x-environment": "sandbox" });
    await Promise.all(Array.from({ length: 30 }, asked));
    expect(statuses(await listTimes(sandbox, 21))).toEqual({ 200: 20, 429: 1 });
    expect((await asked()).status).toBe(200);
  });

  test("used by repetitions of a request", async () => {
    const { sandbox } = await server.account();
    const post = () => sandbox.post(shipments, shipmentBody(), { "idempotency-key": "once" });
    expect((await post()).headers.get("x-ratelimit-remaining")).toBe("19");
    const repeated = await post();
    expect(repeated.headers.get("idempotent-replayed")).toBe("true");
    expect(repeated.headers.get("x-ratelimit-remaining")).toBe("18");
  });

  test("those of the tier that the account has now", async () => {
    const { accountId, sandbox } = await server.account();
    await listTimes(sandbox, 20);
    await changeAccount(server.deps, accountId, { tier: "growth" });
    const more = await list(sandbox);
    expect(more.headers.get("ratelimit-policy")).toBe('"rate";q=100;w=2, "day";q=250000;w=86400');
    expect(more.headers.get("x-ratelimit-remaining")).toBe("79");
    await listTimes(sandbox, 79);
    await changeAccount(server.deps, accountId, { tier: "free" });
    expect((await list(sandbox)).status).toBe(429);
    // The debt of the larger tier is not taken along.
    clock.advance(0.1);
    expect((await list(sandbox)).status).toBe(200);
  });
});

describe("refusals come", () => {
  test("after the credentials, before the scope and all that follows", async () => {
    const { sandbox, session } = await server.account();
    const scoped = { name: "reads", environment: "sandbox", scopes: ["quotes:read"] };
    const reader = server.client({ "x-api-key": (await session.post("/api/v1/keys", scoped)).body.secret });
    const expired = await session.post("/api/v1/keys", { name: "gone", environment: "sandbox" });
    await session.delete(`/api/v1/keys/${expired.body.id}`);
    expectProblem(server, await list(reader), { status: 403, code: "scope_missing" });
    await listTimes(sandbox, 19);
    const refused = { status: 429, code: "rate_limited" } as const;
    expectProblem(server, await list(reader), refused);
    expectProblem(server, await sandbox.get(`${shipments}?limit=0`), refused);
    expectProblem(server, await sandbox.get(shipments, { "x-environment": "live" }), refused);
    expectProblem(server, await sandbox.send(shipments, { method: "POST", body: "x" }), refused);
    expectProblem(server, await sandbox.get(`${platform}/nowhere`), { status: 404, code: "path_not_found" });
    const revoked = await list(server.client({ "x-api-key": expired.body.secret }));
    expectProblem(server, revoked, { status: 401, code: "api_key_revoked" });
  });

  test("with no effect, and into the usage as refused for the limits", async () => {
    const { sandbox, session } = await server.account();
    await listTimes(sandbox, 20);
    expect((await sandbox.post(shipments, shipmentBody())).status).toBe(429);
    const asked = { "x-environment": "sandbox" };
    expect((await session.get(shipments, asked)).body.data).toEqual([]);
    const { totals } = (await session.get(`${platform}/usage?group_by=key`, asked)).body;
    expect(totals).toMatchObject({ requests: 22, errors: 0, rate_limited: 1 });
  });
});

describe("the day", () => {
  test("ends at midnight UTC, with a new quota", async () => {
    const { accountId, sandbox } = await server.account();
    await haveSent(server, { accountId, environment: "sandbox" }, 9_998);
    clock.advance((dayOf(clock.now()) + 1) * 86_400 - clock.now() / 1000 - 2.5);
    expect((await list(sandbox)).headers.get("ratelimit")).toBe('"rate";r=19;t=1, "day";r=1;t=3');
    expect((await list(sandbox)).status).toBe(200);
    const refused = await list(sandbox);
    expectProblem(server, refused, { status: 429, code: "quota_exceeded" });
    expect(refused.headers.get("retry-after")).toBe("3");
    expect(refused.headers.get("ratelimit")).toBe('"rate";r=18;t=1, "day";r=0;t=3');
    clock.advance(2.499);
    expect((await list(sandbox)).status).toBe(429);
    clock.advance(0.001);
    expect((await list(sandbox)).headers.get("ratelimit")).toBe('"rate";r=19;t=1, "day";r=9999;t=86400');
  });

  test("beats the rate where both are used up: waiting for the rate would be in vain", async () => {
    const { accountId, sandbox } = await server.account();
    await haveSent(server, { accountId, environment: "sandbox" }, 9_980);
    await listTimes(sandbox, 20);
    const refused = await list(sandbox);
    expectProblem(server, refused, { status: 429, code: "quota_exceeded" });
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(1);
  });

  test("is shown with the account and its limits", async () => {
    const { accountId, sandbox, session } = await server.account();
    await haveSent(server, { accountId, environment: "sandbox" }, 100);
    const limits = { requests_per_second: 10, burst: 20, requests_per_day: 10_000, storage_bytes: 1e9 };
    const account = `${platform}/account`;
    const shown = { tier: "free", limits, requests_left_today: 9_899 };
    expect((await sandbox.get(account)).body).toMatchObject(shown);
    expect((await session.get(account, { "x-environment": "sandbox" })).body).toMatchObject(shown);
    await changeAccount(server.deps, accountId, { tier: "unlimited" });
    const none = { tier: "unlimited", limits: null, requests_left_today: null };
    expect((await sandbox.get(account)).body).toMatchObject(none);
  });
});

describe("what was counted", () => {
  const startHere = () => startServer({ config: { defaultTier: "free" }, replacements: { clock }, dataDir });

  test("is written without being waited for, and outlives the process", async () => {
    const first = await startHere();
    const account: TestAccount = await first.account();
    const whose = { accountId: account.accountId, environment: "live" } as const;
    await listTimes(account.live, 4);
    expect(usedBy(first, whose)).toBe(0);
    await flushSpending(first.deps);
    expect(usedBy(first, whose)).toBe(4);
    // What has not changed is not written again.
    await haveSent(first, whose, 99);
    await flushSpending(first.deps);
    expect(usedBy(first, whose)).toBe(99);
    await listTimes(account.live, 3);
    await first.stop();

    const second = await startHere();
    expect(usedBy(second, whose)).toBe(7);
    const again = await second.client({ "x-api-key": account.liveKey }).get(shipments);
    expect(again.headers.get("ratelimit")).toContain('"day";r=9992;');
    await second.stop();
  });

  test("is kept while the disk does not take it", async () => {
    const { accountId, sandbox } = await server.account();
    const { accounts } = server.deps.stores;
    await list(sandbox);
    accounts.db.run("PRAGMA query_only = ON");
    await flushSpending(server.deps);
    accounts.db.run("PRAGMA query_only = OFF");
    expect(usedBy(server, { accountId, environment: "sandbox" })).toBe(0);
    await flushSpending(server.deps);
    expect(usedBy(server, { accountId, environment: "sandbox" })).toBe(1);
  });
});
