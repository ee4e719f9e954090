import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { changeAccount } from "../../../src/access/accounts/operator/administration.ts";
import { keysPerAccountMax } from "../../../src/access/keys/key.ts";
import { dayOf } from "../../../src/access/limits/limit.ts";
import { limitStore } from "../../../src/access/limits/store.ts";
import { forgetOldMessages } from "../../../src/messaging/webhooks/inbox/service.ts";
import { addCarrier } from "../../support/carrier-rows.ts";
import { createClock } from "../../support/clock.ts";
import { rowsOf } from "../../support/deliveries.ts";
import { addDriver, driverClient } from "../../support/drivers.ts";
import { advance, createAssigned, createQuoted, createShipment, platform } from "../../support/fixtures.ts";
import {
  type Client,
  eventually,
  startServer,
  type TestAccount,
  type TestServer,
} from "../../support/harness.ts";
import { createOperator } from "../../support/operator.ts";

/** Everything of an account's sandbox goes by the account's clock, and nothing else does. The real time stands still. */

const clock = createClock(Date.UTC(2026, 5, 1, 12));
const [hour, day] = [3_600, 86_400];
let server: TestServer;
beforeAll(async () => {
  server = await startServer({ config: { testClock: true }, replacements: { clock } });
});
afterAll(() => server.stop());

/** Moves the account's clock by so many seconds. @returns the time that it shows then, in ms */
async function pass({ sandbox }: Pick<TestAccount, "sandbox">, seconds: number): Promise<number> {
  const { status, body, text } = await sandbox.patch(`${platform}/sandbox/clock`, {
    advance_seconds: seconds,
  });
  if (status !== 200) throw new Error(`advancing gave ${status}: ${text}`);
  return Date.parse(body.now);
}

/** The account's person, who uses no quota. */
const inSandbox = ({ session }: TestAccount): Client => ({
  ...session,
  get: (path, headers) => session.get(path, { "x-environment": "sandbox", ...headers }),
  patch: (path, body, headers) => session.patch(path, body, { "x-environment": "sandbox", ...headers }),
});
const iso = (ms: number) => new Date(ms).toISOString();
const codeOf = async (client: Client, path = `${platform}/shipments`) => {
  const { status, body } = await client.get(path);
  return status === 200 ? 200 : body.code;
};

describe("credentials", () => {
  async function keyOf({ session }: TestAccount, input: Record<string, unknown>) {
    const { status, body } = await session.post("/api/v1/keys", { name: "k", ...input });
    return { status, body, client: server.client({ "x-api-key": body.secret ?? "" }) };
  }

  test("keys of the sandbox expire by its clock, those of live by real time", async () => {
    const [account, other] = [await server.account(), await server.account()];
    const expires_at = iso(clock.now() + hour * 1000);
    const key = (of: TestAccount, environment: string) => keyOf(of, { environment, expires_at });
    const [mine, live, theirs] = [
      await key(account, "sandbox"),
      await key(account, "live"),
      await key(other, "sandbox"),
    ];
    await pass(account, hour - 1);
    expect(await codeOf(mine.client)).toBe(200);
    await pass(account, 1);
    expect(await codeOf(mine.client)).toBe("api_key_expired");
    expect([await codeOf(live.client), await codeOf(theirs.client)]).toEqual([200, 200]);
    // It has passed in the sandbox, and not yet in live.
    expect((await key(account, "sandbox")).status).toBe(422);
    expect((await key(account, "live")).status).toBe(201);
  });

  test("count among the 100 of an account until they expire, each in the time of its environment", async () => {
    const later = iso(clock.now() + hour * 1000);
    const unexpiring = { sandbox: "live", live: "sandbox" } as const;
    for (const environment of ["sandbox", "live"] as const) {
      const account = await server.account();
      const more = Array.from({ length: keysPerAccountMax - 2 }, () =>
        keyOf(account, { environment, expires_at: later }),
      );
      for (const { status } of await Promise.all(more)) expect(status).toBe(201);
      await pass(account, hour);
      // The person looks at the other environment, in its time.
      const { status, body } = await account.session.post(
        "/api/v1/keys",
        { name: "one more", environment: "live" },
        { "x-environment": unexpiring[environment] },
      );
      expect([status, body.code]).toEqual(environment === "live" ? [409, "limit_reached"] : [201, undefined]);
    }
  });

  test("the old key of a rotation works until the grace is over, and tells when it was used", async () => {
    const account = await server.account();
    const old = await keyOf(account, { environment: "sandbox" });
    const now = await pass(account, day);
    const rotated = await account.session.post(`/api/v1/keys/${old.body.id}/rotation`, {
      grace_period_seconds: 600,
    });
    expect([rotated.status, rotated.body.created_at]).toEqual([201, iso(now)]);
    expect(await codeOf(old.client)).toBe(200);
    const used = await eventually("the use of the key", async () => {
      const { body } = await account.session.get(`/api/v1/keys/${old.body.id}`);
      return body.last_used_at === null ? undefined : body;
    });
    expect([used.last_used_at, used.expires_at]).toEqual([iso(now), iso(now + 600_000)]);
    await pass(account, 600);
    expect(await codeOf(old.client)).toBe("api_key_expired");
    const revoked = await account.session.delete(`/api/v1/keys/${rotated.body.id}`);
    expect(revoked.status).toBe(204);
    const { body } = await account.session.get(`/api/v1/keys/${rotated.body.id}`);
    expect(body.revoked_at).toBe(iso(now + 600_000));
  });

  test("tokens of the account's own carriers, too", async () => {
    const account = await server.account();
    const carrierId = await addCarrier(server, "sandbox", account.accountId, { status: "paused" });
    const path = `${platform}/carriers/${carrierId}/tokens`;
    const { body: token } = await account.session.post(path, { name: "t" }, { "x-environment": "sandbox" });
    const old = server.client({ authorization: `Bearer ${token.secret}` });
    const grace = { grace_period_seconds: 60 };
    await account.session.post(`${path}/${token.id}/rotation`, grace, { "x-environment": "sandbox" });
    const driver = await addDriver(server, "sandbox", account.accountId);
    const phone = await driverClient(server, driver, account.accountId);
    expect(await codeOf(old, "/api/v1/carrier/assignments")).toBe(200);
    await pass(account, 60);
    expect(await codeOf(old, "/api/v1/carrier/assignments")).toBe("token_expired");
    expect(await codeOf(phone, "/api/v1/driver/me")).toBe(200);
    // A connected phone is a session, and so in real time.
    await pass(account, 400 * day);
    expect(await codeOf(phone, "/api/v1/driver/me")).toBe(200);
  });
});

describe("limits and statistics", () => {
  test("a new day of the sandbox has a new quota; the rate stays real", async () => {
    const { deps } = server;
    const account = await server.account();
    const { accountId, sandbox, live } = account;
    await changeAccount(deps, accountId, { tier: "free" });
    for (const environment of ["sandbox", "live"] as const) {
      const use = { accountId, environment, day: dayOf(clock.now()), requests: 10_000 - 1 };
      await deps.stores.accounts.write((tx) => limitStore(tx).saveUse(use));
    }
    // It uses the last request of the day.
    const noon = await pass(account, 1_000);
    const path = `${platform}/shipments`;
    const refused = await sandbox.get(path);
    const midnight = (dayOf(noon) + 1) * day * 1000;
    expect([refused.body.code, refused.headers.get("retry-after")]).toEqual([
      "quota_exceeded",
      String((midnight - noon) / 1000),
    ]);
    expect(await codeOf(live)).toBe(200);
    expect(await codeOf(live)).toBe("quota_exceeded");
    // The dashboard's person moves it where the key may not.
    await pass({ sandbox: inSandbox(account) }, (midnight - noon) / 1000);
    expect(await codeOf(live)).toBe("quota_exceeded");
    // One of the burst of 20 was used before.
    const answers = await Promise.all(Array.from({ length: 20 }, () => sandbox.get(path)));
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1);
    expect(answers[0]?.headers.get("ratelimit")).toContain(`t=${day}`);
    await pass({ sandbox: inSandbox(account) }, hour);
    expect(await codeOf(sandbox)).toBe("rate_limited");
  });

  test("the operator sees what is left of the day that the sandbox has", async () => {
    const operator = await createOperator(server);
    const { accountId, sandbox } = await server.account();
    await changeAccount(server.deps, accountId, { tier: "free" });
    await pass({ sandbox }, 3 * day);
    const left = (await sandbox.get(`${platform}/account`)).body.requests_left_today;
    const { body } = await operator.session.get(`/api/v1/operator/accounts/${accountId}`);
    const seen = body.environments.find((each: { environment: string }) => each.environment === "sandbox");
    expect([left, seen.requests_left_today]).toEqual([9_999, 9_999]);
  });

  test("outcomes of many days that one advance brings count on their own days", async () => {
    const account = await server.account();
    const { sandbox } = account;
    let now = await pass(account, day);
    const firstDay = iso(now + day * 1000).slice(0, 10);
    for (let days = 0; days < 3; days += 1) {
      await createShipment(sandbox);
      now = await pass(account, day / 2);
    }
    await pass(account, 10 * day);
    const expiredOn = async (from: string, to = from) =>
      (await sandbox.get(`${platform}/usage?from=${from}&to=${to}`)).body.shipments.expired;
    const lastDay = iso(now + day * 1000).slice(0, 10);
    await eventually("the counts", async () => (await expiredOn(firstDay, lastDay)) === 3 || undefined);
    expect([await expiredOn(firstDay), await expiredOn(lastDay)]).toEqual([1, 0]);
  });

  test("usage, outcomes and attempts count on the days and hours of the sandbox", async () => {
    const account = await server.account();
    const { sandbox } = account;
    const { body: endpoint } = await sandbox.post(`${platform}/webhooks`, {
      url: "waybill:inbox",
      events: ["*"],
    });
    const now = await pass(account, 40 * day);
    await createShipment(sandbox);
    await pass(account, 1);
    const usage = await eventually("the counts", async () => {
      const { body } = await sandbox.get(`${platform}/usage?from=${iso(now).slice(0, 10)}`);
      return body.shipments.quoted > 0 ? body : undefined;
    });
    expect([usage.from, usage.to]).toEqual([iso(now).slice(0, 10), iso(now).slice(0, 10)]);
    expect(usage.shipments.created).toBe(1);
    expect(usage.totals.requests).toBeGreaterThan(0);
    const { body: before } = await sandbox.get(`${platform}/usage?to=${iso(clock.now()).slice(0, 10)}`);
    expect(before.shipments.created).toBe(0);
    const { body: statistics } = await sandbox.get(`${platform}/webhooks/${endpoint.id}/statistics`);
    expect(statistics.results.success).toBeGreaterThan(0);
    expect(Date.parse(statistics.to)).toBeGreaterThan(now);

    // Back in real time nothing is left of days ahead: the same recipe shows the same figures.
    await sandbox.delete(`${platform}/sandbox/clock`);
    await pass(account, 41 * day);
    const { body: again } = await sandbox.get(`${platform}/usage`);
    expect([again.shipments.created, again.deliveries.delivered]).toEqual([0, 0]);
    expect(again.data.at(-2)).toMatchObject({ day: iso(now).slice(0, 10), requests: 0 });
    const { body: none } = await sandbox.get(`${platform}/webhooks/${endpoint.id}/statistics`);
    expect(none.results.success ?? 0).toBe(0);
  });
});

describe("what is told", () => {
  test("ages, staleness, quotes, links and PINs are judged by the account's clock, in public too", async () => {
    const account = await server.account();
    const { sandbox } = account;
    const { shipment } = await createAssigned(sandbox);
    await advance(sandbox, shipment.id, "at_delivery");
    const trackingOf = async () => (await sandbox.get(`${platform}/tracking/${shipment.id}`)).body;
    expect((await trackingOf()).position).toMatchObject({ age_seconds: 0, stale: false });
    await pass(account, 400);
    const { position, tracking_url } = await trackingOf();
    expect(position).toMatchObject({ age_seconds: 400, stale: true });
    const token = String(tracking_url).split("/").at(-1);

    const { shipment: open } = await createQuoted(sandbox);
    await pass(account, 20 * 60);
    const { data } = (await sandbox.get(`${platform}/shipments/${open.id}/quotes`)).body;
    expect(new Set(data.map(({ status }: { status: string }) => status))).toEqual(new Set(["expired"]));

    await advance(sandbox, shipment.id, "delivered");
    await pass(account, 29 * day);
    expect((await server.client().get(`/api/v1/track/${token}`)).status).toBe(200);
    await pass(account, 2 * day);
    expect(await codeOf(server.client(), `/api/v1/track/${token}`)).toBe("tracking_link_ended");
  });

  test("responses tell the time of the sandbox, and no others do", async () => {
    const account = await server.account();
    const toldBy = async (client: Client, path = `${platform}/shipments`) =>
      (await client.get(path)).headers.get("x-waybill-clock");
    expect(await toldBy(account.sandbox)).toBeNull();
    const now = await pass(account, 3 * day);
    expect(await toldBy(account.sandbox)).toBe(iso(now));
    expect(await toldBy(account.sandbox, `${platform}/shipments/shp_none`)).toBe(iso(now));
    expect(await toldBy(inSandbox(account))).toBe(iso(now));
    expect(await toldBy(account.live)).toBeNull();
    await account.sandbox.patch(`${platform}/sandbox/clock`, { frozen_at: iso(now + 1000) });
    expect(await toldBy(account.sandbox)).toBe(`${iso(now + 1000)}; frozen`);
    await account.sandbox.delete(`${platform}/sandbox/clock`);
    expect(await toldBy(account.sandbox)).toBeNull();
  });
});

describe("what is kept for a time", () => {
  test("personal data ends at the first run after its days; the sandbox of others and live keep theirs", async () => {
    const [account, other] = [await server.account(), await server.account()];
    const ids: string[] = [];
    for (const { session, sandbox } of [account, other]) {
      await session.patch(`${platform}/account`, { retention_days: 2 }, { "x-environment": "sandbox" });
      const { shipment } = await createAssigned(sandbox);
      await advance(sandbox, shipment.id, "delivered");
      ids.push(shipment.id);
    }
    const read = async ({ sandbox }: TestAccount, id: string) =>
      (await sandbox.get(`${platform}/shipments/${id}`)).body;
    const ended = Date.parse((await read(account, ids[0] ?? "")).delivered_at);
    await pass(account, 2 * day);
    expect((await read(account, ids[0] ?? "")).redacted_at).toBeNull();
    await pass(account, 5 * day);
    // It runs at minute 17 of each hour.
    const run = Math.ceil((ended + 2 * day * 1000) / (hour * 1000)) * hour * 1000 + 17 * 60_000;
    expect((await read(account, ids[0] ?? "")).redacted_at).toBe(iso(run));
    expect((await read(other, ids[1] ?? "")).redacted_at).toBeNull();
    await eventually("files without the data", () => rowsOf(server.deps, "redactions") === 0);
  });

  test("deliveries for 30 days, and the messages of the inbox however far the clock is moved", async () => {
    const account = await server.account();
    const { sandbox } = account;
    const { body: endpoint } = await sandbox.post(`${platform}/webhooks`, {
      url: "waybill:inbox",
      events: ["*"],
    });
    await createShipment(sandbox);
    await pass(account, 1);
    const count = async (path: string) => (await sandbox.get(`${platform}/${path}`)).body.data.length;
    const log = `webhooks/${endpoint.id}/deliveries?event_type=shipment.created`;
    const inbox = "sandbox/inbox?type=shipment.created";
    expect([await count(inbox), await count(log)]).toEqual([1, 1]);
    await pass(account, 31 * day);
    expect([await count(inbox), await count(log)]).toEqual([1, 0]);
    await forgetOldMessages(server.deps, clock.now() + 6 * day * 1000);
    expect(await count(inbox)).toBe(1);
    await forgetOldMessages(server.deps, clock.now() + 8 * day * 1000);
    expect(await count(inbox)).toBe(0);
  });
});
