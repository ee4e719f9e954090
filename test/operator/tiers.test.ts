import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { expectProblem } from "../api/problem.ts";
import { createClock, type TestClock } from "../support/clock.ts";
import { makeDataFolder } from "../support/data-folder.ts";
import { databaseRows } from "../support/database.ts";
import { platform } from "../support/fixtures.ts";
import { startServer, type TestServer } from "../support/harness.ts";
import { createOperator, type TestOperator } from "../support/operator.ts";

let server: TestServer;
let clock: TestClock;
let operator: TestOperator;

beforeAll(async () => {
  clock = createClock();
  server = await startServer({ replacements: { clock }, config: { defaultTier: "free" } });
  operator = await createOperator(server);
});
afterAll(() => server.stop());

const tiers = "/api/v1/operator/tiers";
const free = { requests_per_second: 10, burst: 20, requests_per_day: 10_000, storage_bytes: 1e9 };
const patch = (name: string, body: object) => operator.session.patch(`${tiers}/${name}`, body);

test("the list has every tier with its limits and how many accounts are in it", async () => {
  await server.account();
  const { body } = await operator.session.get(tiers);
  expect(body.data).toEqual([
    { name: "free", limits: free, accounts: 1, price: null, is_default: true },
    {
      name: "growth",
      limits: { requests_per_second: 50, burst: 100, requests_per_day: 250_000, storage_bytes: 20e9 },
      accounts: 0,
      price: null,
      is_default: false,
    },
    {
      name: "scale",
      limits: { requests_per_second: 200, burst: 400, requests_per_day: 5_000_000, storage_bytes: 200e9 },
      accounts: 0,
      price: null,
      is_default: false,
    },
    { name: "unlimited", limits: null, accounts: 1, price: null, is_default: false },
  ]);
});

describe("changing the limits", () => {
  test("holds for the next request; what is left out stays, and it is written down", async () => {
    const { sandbox } = await server.account();
    const ask = () => sandbox.get(`${platform}/shipments`);
    expect((await ask()).headers.get("x-ratelimit-limit")).toBe("20");
    const answer = await patch("free", { burst: 2, requests_per_second: 1 });
    const limits = { ...free, requests_per_second: 1, burst: 2 };
    expect([answer.status, answer.body.name, answer.body.limits]).toEqual([200, "free", limits]);
    const next = await ask();
    expect(next.headers.get("ratelimit-policy")).toBe('"rate";q=2;w=2, "day";q=10000;w=86400');
    expect((await ask()).status).toBe(429);
    const [entry] = (await operator.session.get("/api/v1/audit")).body.data;
    expect(entry).toMatchObject({
      action: "tier.changed",
      actor: { kind: "user", email: operator.email },
      target: { type: "tier", id: "free", name: "free" },
      details: { limits, previous_limits: free },
      request_id: answer.headers.get("x-request-id"),
    });
    await patch("free", free);
    clock.advance(10);
    expect((await ask()).headers.get("x-ratelimit-limit")).toBe("20");
  });

  test("to what they are changes nothing", async () => {
    const before = databaseRows(server);
    for (const body of [{}, { burst: 20 }]) expect((await patch("free", body)).body.limits).toEqual(free);
    expect((await patch("unlimited", {})).body.limits).toBeNull();
    expect(databaseRows(server)).toEqual(before);
  });

  test.each([
    [{ burst: 0 }, { "#/burst": "minimum" }],
    [{ requests_per_second: 0.5 }, { "#/requests_per_second": "type" }],
    [{ storage_bytes: 0 }, { "#/storage_bytes": "minimum" }],
    [{ requests_per_day: -1 }, { "#/requests_per_day": "minimum" }],
    [{ burst: 1e15 }, { "#/burst": "maximum" }],
    [{ burst: null }, { "#/burst": "type" }],
    [{ name: "Mine!" }, { "#/name": "format" }],
    [{ name: "growth" }, { "#/name": "taken" }],
    [{ price: { amount: -1, currency: "EUR" } }, { "#/price/amount": "minimum" }],
    [{ price: { amount: 1, currency: "EURO" } }, { "#/price/currency": "format" }],
    [{ is_default: true }, { "#/is_default": "unknown_field" }],
  ])("%j is refused", async (body, at) => {
    const before = databaseRows(server);
    expectProblem(server, await patch("free", body), { status: 422, code: "validation_failed", at });
    expect(databaseRows(server)).toEqual(before);
  });

  test("is refused for the tier without limits, and not found for one that there is not", async () => {
    const before = databaseRows(server);
    expectProblem(server, await patch("unlimited", { burst: 5 }), {
      status: 422,
      code: "validation_failed",
      at: { "#/burst": "unlimited" },
    });
    expectProblem(server, await patch("platinum", { burst: 5 }), { status: 404, code: "not_found" });
    expect(databaseRows(server)).toEqual(before);
  });
});

describe("a tier of the operator's own", () => {
  const limits = { requests_per_second: 5, burst: 3, requests_per_day: 4, storage_bytes: 1e6 };
  const price = { amount: 2_900, currency: "EUR" };
  const move = (id: string, tier: string) =>
    operator.session.patch(`/api/v1/operator/accounts/${id}`, { tier });

  test("is created, given to an account, renamed with it, and removed when nobody has it", async () => {
    const created = await operator.session.post(tiers, { name: "startup", limits, price });
    expect([created.status, created.headers.get("location")]).toEqual([201, `${tiers}/startup`]);
    expect(created.body).toEqual({ name: "startup", limits, price, accounts: 0, is_default: false });
    const { accountId, sandbox } = await server.account();
    expect((await move(accountId, "startup")).body.tier).toBe("startup");
    const own = async () => (await sandbox.get(`${platform}/account`)).body;
    expect(await own()).toMatchObject({ tier: "startup", tier_price: price, limits, requests_left_today: 3 });

    const renamed = await patch("startup", { name: "starter", price: { amount: 0, currency: "CHF" } });
    expect(renamed.body).toMatchObject({
      name: "starter",
      accounts: 1,
      price: { amount: 0, currency: "CHF" },
    });
    expect(await own()).toMatchObject({ tier: "starter", requests_left_today: 2 });
    const [entry] = (await operator.session.get("/api/v1/audit")).body.data;
    expect(entry).toMatchObject({
      action: "tier.changed",
      target: { type: "tier", id: "starter" },
      details: { tier: "starter", previous_tier: "startup", previous_price: price },
    });
    expectProblem(server, await patch("startup", { burst: 1 }), { status: 404, code: "not_found" });
    const used = await operator.session.delete(`${tiers}/starter`);
    expectProblem(server, used, { status: 409, code: "tier_in_use" });
    expect(used.body.detail).toBe("This tier has one account. Move it to another tier first.");
    expect((await move(accountId, "unlimited")).status).toBe(200);
    expect((await operator.session.delete(`${tiers}/starter`)).status).toBe(204);
    expect((await patch("starter", { burst: 1 })).status).toBe(404);
    expect((await move(accountId, "starter")).body.errors[0]).toMatchObject({
      pointer: "#/tier",
      code: "enum",
    });
    expect((await own()).tier_price).toBeNull();
  });

  test("counts concurrent requests exactly while it is renamed to and fro", async () => {
    await operator.session.post(tiers, {
      name: "to",
      limits: { ...limits, burst: 100, requests_per_day: 20 },
    });
    const { accountId, sandbox } = await server.account();
    await move(accountId, "to");
    const ask = async () => (await sandbox.get(`${platform}/shipments`)).status;
    const renames = ["fro", "to", "fro", "to"].map((name, index) =>
      patch(index % 2 === 0 ? "to" : "fro", { name }).then(({ status }) => status),
    );
    const statuses = await Promise.all([...Array.from({ length: 40 }, ask), ...renames]);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
    expect(statuses.slice(40)).toEqual([200, 200, 200, 200]);
    const { body } = await operator.session.get(`/api/v1/operator/accounts/${accountId}`);
    expect(body.tier).toBe("to");
    await move(accountId, "unlimited");
    expect((await operator.session.delete(`${tiers}/to`)).status).toBe(204);
  });

  test("cannot take a name that is used, or was; the default and the last without limits stay", async () => {
    await operator.session.post(tiers, { name: "basic", limits: null });
    await patch("basic", { name: "basic-2" });
    const before = databaseRows(server);
    for (const name of ["free", "basic", "basic-2"]) {
      const answer = await operator.session.post(tiers, { name, limits });
      expectProblem(server, answer, { status: 422, code: "validation_failed", at: { "#/name": "taken" } });
    }
    const kept = await operator.session.delete(`${tiers}/free`);
    expectProblem(server, kept, { status: 409, code: "tier_in_use" });
    expect(databaseRows(server)).toEqual(before);
    expect((await patch("basic-2", { name: "basic" })).status).toBe(200);
    expect((await operator.session.delete(`${tiers}/basic`)).status).toBe(204);
  });
});

test("the default tier is renamed and stays the default, also of the next start; an unknown one does not start", async () => {
  const dataDir = await makeDataFolder();
  const startWith = (defaultTier: string) => startServer({ dataDir, config: { defaultTier } });
  const first = await startWith("free");
  const own = await createOperator(first);
  await own.session.patch(`${tiers}/free`, { name: "hobby" });
  const used = await own.session.delete(`${tiers}/hobby`);
  expect([used.status, used.body.detail]).toEqual([
    409,
    "New accounts get it. Set WAYBILL_DEFAULT_TIER to another tier first.",
  ]);
  const last = await own.session.delete(`${tiers}/unlimited`);
  expect([last.status, last.body.code]).toEqual([409, "tier_in_use"]);
  await first.stop();
  const again = await startWith("free");
  const { sandbox } = await again.account();
  expect((await sandbox.get(`${platform}/account`)).body.tier).toBe("hobby");
  await again.stop();
  await expect(startWith("platinum")).rejects.toThrow(
    '--default-tier or WAYBILL_DEFAULT_TIER must be one of hobby, growth, scale, unlimited; it is "platinum"',
  );
  rmSync(dataDir, { recursive: true });
});
