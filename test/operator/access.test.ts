import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { createApp } from "../../src/app/app.ts";
import { nameOf } from "../../src/infra/backups/backup.ts";
import { backUpNow } from "../../src/infra/backups/service.ts";
import { operationOf } from "../../src/infra/http/operation.ts";
import { expectProblem } from "../api/problem.ts";
import { temporaryFolder } from "../infra/db/support.ts";
import { addCarrier, addFleet } from "../support/carrier-rows.ts";
import { jobsAtRest } from "../support/clock.ts";
import { databaseRows } from "../support/database.ts";
import { addDriver, driverClient, driverToken, type TestDriver } from "../support/drivers.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import { startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { addHook } from "../support/hooks.ts";
import { createOperator, type TestOperator } from "../support/operator.ts";

const backups = temporaryFolder();
let backup: string;
let server: TestServer;
let operator: TestOperator;
let account: TestAccount;
/** Of the installation, with a token. */
let carrier: string;
let fleet: string;
let token: string;
/** Of the fleet, with a device and a token. */
let driver: TestDriver;
let deviceId: string;
let driverTokenId: string;
let hookId: string;
/** One that a fleet of the installation has. */
let shipment: string;

beforeAll(async () => {
  server = await startServer({ config: { backupFolder: join(backups.path, "backups") } });
  backup = nameOf(await backUpNow(server.deps, undefined));
  operator = await createOperator(server);
  account = await server.account();
  carrier = await addCarrier(server, "sandbox", null, {
    kind: "http",
    settings: { base_url: "https://example.com/waybill" },
  });
  fleet = await addFleet(server, "sandbox", null);
  const path = `/api/v1/operator/carriers/${carrier}/tokens?environment=sandbox`;
  token = (await operator.session.post(path, { name: "server" })).body.id;
  hookId = await addHook(server, "sandbox", carrier, { accountId: null });
  driver = await addDriver(server, "sandbox", null, { carrierId: fleet });
  await driverClient(server, driver, account.accountId);
  await driverToken(server, driver, account.accountId);
  const of = (list: string) => `/api/v1/operator/drivers/${driver.id}/${list}?environment=sandbox`;
  const out = { until: new Date(Date.now() + 3_600_000).toISOString(), jobs: "keep" };
  expect((await operator.session.put(of("absence"), out)).status).toBe(200);
  deviceId = (await operator.session.get(of("devices"))).body.data[0].id;
  driverTokenId = (await operator.session.get(of("tokens"))).body.data[0].id;
  shipment = (await acceptFleet(account.sandbox, await addOpenFleet(server, null))).id;
  await jobsAtRest(server.deps);
});
afterAll(async () => {
  await server.stop();
  backups[Symbol.dispose]();
});

interface Call {
  method: string;
  path: string;
}

/** Every operation that is the operator's, on something that is there. */
function calls(): Call[] {
  return createApp(server.deps)
    .routes.filter((route) => operationOf(route).access.kind === "operator")
    .map(({ method, path }) => ({
      method,
      path: path
        .replace(
          "/carriers/:id",
          `/carriers/${/rate-card|explanation|load$|driver-days/.test(path) ? fleet : carrier}`,
        )
        .replace("/drivers/:id", `/drivers/${driver.id}`)
        .replace(":hookId", hookId)
        .replace(":deviceId", deviceId)
        .replace(":tokenId", path.includes("/drivers/") ? driverTokenId : token)
        .replace("/shipments/:id", `/shipments/${shipment}`)
        .replace(":id", account.accountId)
        .replace("/backups/:name", `/backups/${backup}`)
        .replace(":month", "2026-01")
        .replace(":name", "free")
        .concat(
          /\/(carrier|driver|assignments|attention|shipments|stream)/.test(path)
            ? "?environment=sandbox"
            : "",
        ),
    }));
}

const json = { "content-type": "application/json" };
const bodies: [RegExp, object][] = [
  [/\/accounts\//, { suspended: true }],
  [/\/tiers\//, { burst: 1 }],
  [/\/carriers\//, { status: "paused" }],
];

function initOf({ method, path }: Call): RequestInit {
  const body = bodies.find(([pattern]) => pattern.test(path))?.[1];
  return method === "PATCH" ? { method, headers: json, body: JSON.stringify(body) } : { method };
}

describe("the operations of the operator", () => {
  test("are those under /operator", () => {
    const routes = createApp(server.deps).routes.filter(({ path }) => path.startsWith("/api/v1/operator/"));
    expect(routes).toHaveLength(calls().length);
    expect(routes.length).toBeGreaterThanOrEqual(8);
  });

  test("are refused to other people, to keys and to nobody in particular, and nothing happens", async () => {
    const before = databaseRows(server);
    for (const call of calls()) {
      const init = initOf(call);
      expectProblem(server, await account.session.send(call.path, init), {
        status: 403,
        code: "operator_required",
      });
      for (const client of [account.sandbox, account.live, server.client()]) {
        expectProblem(server, await client.send(call.path, init), { status: 401, code: "session_required" });
      }
    }
    expect(databaseRows(server)).toEqual(before);
  });

  test("that change something are refused to other sites' pages", async () => {
    const before = databaseRows(server);
    const changing = calls().filter(({ method }) => method !== "GET");
    expect(changing.length).toBeGreaterThan(0);
    for (const call of changing) {
      const init = initOf(call);
      const headers = { ...json, "sec-fetch-site": "cross-site", origin: "https://evil.example.com" };
      const answer = await operator.session.send(call.path, { ...init, headers });
      expectProblem(server, answer, { status: 403, code: "cross_origin_refused" });
    }
    expect(databaseRows(server)).toEqual(before);
  });

  test("are for the person whose session says so", async () => {
    expect((await account.session.get("/api/v1/auth/session")).body.user.is_operator).toBe(false);
    expect((await operator.session.get("/api/v1/auth/session")).body.user.is_operator).toBe(true);
  });

  test("never hold a secret", async () => {
    // A backup itself holds everything, and asks for the password.
    const reads = calls().filter(({ method, path }) => method === "GET" && !path.endsWith("/archive"));
    for (const { path } of reads) {
      const answer = await operator.session.get(path);
      expect(`${path} ${answer.status}`).toBe(`${path} 200`);
      // The settings of carriers name their secrets, and a token is listed with its prefix.
      if (/\/carrier/.test(path))
        expect(answer.text).not.toMatch(/whsec_[A-Za-z0-9+/]|wbc_sandbox_[A-Za-z0-9]/);
      // The page of an account lists its keys with their prefixes, and what was done to tokens.
      else if (/\/accounts\/acct_/.test(path))
        expect(answer.text).not.toMatch(/argon2|password_hash|wb_(sandbox|live)_[A-Za-z0-9]/);
      // Settings are described, and say what is secret.
      else if (path.endsWith("/settings")) expect(answer.text).not.toMatch(/argon2|wb_(sandbox|live)_/);
      // A migration is named after tokens.
      else
        expect(answer.text.replace(/"\d{4}_\w+"/g, "")).not.toMatch(
          /argon2|password|secret|token|wb_(sandbox|live)_/i,
        );
    }
  });
});
