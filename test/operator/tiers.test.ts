import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectProblem } from "../api/problem.ts";
import { createClock, type TestClock } from "../support/clock.ts";
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
    { name: "free", limits: free, accounts: 1, is_default: true },
    {
      name: "growth",
      limits: { requests_per_second: 50, burst: 100, requests_per_day: 250_000, storage_bytes: 20e9 },
      accounts: 0,
      is_default: false,
    },
    {
      name: "scale",
      limits: { requests_per_second: 200, burst: 400, requests_per_day: 5_000_000, storage_bytes: 200e9 },
      accounts: 0,
      is_default: false,
    },
    { name: "unlimited", limits: null, accounts: 1, is_default: false },
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
    [{ name: "mine" }, { "#/name": "unknown_field" }],
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
