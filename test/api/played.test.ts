import { afterAll, beforeAll, expect, test } from "bun:test";
import { changeAccount } from "../../src/access/accounts/operator/administration.ts";
import type { Played } from "../../src/infra/http/principal.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../support/harness.ts";

/** Requests that Waybill itself makes of its API, without a socket. */

let server: TestServer;
let account: TestAccount;
beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

const origin = { address: "192.0.2.1", isShared: false, requestId: "here", userAgent: null };
const sandboxOf = ({ accountId }: TestAccount, scopes: string[]): Played => ({
  ...{ kind: "sandbox", environment: "sandbox", accountId, scopes, asker: null, origin },
});

async function call(principal: Played, path: string, body?: object) {
  const text = body && JSON.stringify(body);
  const request = new Request(`http://localhost${path}`, {
    method: text ? "POST" : "GET",
    headers: {
      ...{ "sec-fetch-site": "same-origin", "content-type": "application/json" },
      "content-length": String(text?.length ?? 0),
    },
    body: text ?? null,
  });
  const response = await server.deps.handle(request, principal);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

test("needs no credentials, is validated as any other, and may do what its scopes say", async () => {
  const sandbox = sandboxOf(account, ["shipments:write"]);
  const created = await call(sandbox, `${platform}/shipments`, shipmentBody());
  expect([created.status, created.body.environment]).toEqual([201, "sandbox"]);
  expect((await account.sandbox.get(`${platform}/shipments/${created.body.id}`)).status).toBe(200);
  expect((await account.live.get(`${platform}/shipments/${created.body.id}`)).status).toBe(404);
  const invalid = await call(sandbox, `${platform}/shipments`, { parcels: [] });
  expect([invalid.status, invalid.body.code]).toEqual([422, "validation_failed"]);
  const unread = await call(sandbox, `${platform}/shipments`);
  expect([unread.status, unread.body.code]).toEqual([403, "scope_missing"]);
  const other = await server.account();
  const foreign = await call(
    sandboxOf(other, ["shipments:read"]),
    `${platform}/shipments/${created.body.id}`,
  );
  expect(foreign.status).toBe(404);
});

test("calls what accounts or their drivers call, and nothing of the operator, of people or of others", async () => {
  const sandbox = sandboxOf(account, ["shipments:read"]);
  for (const path of ["/api/v1/operator/overview", "/api/v1/audit", "/api/v1/driver/stops", "/healthz"]) {
    const { status, body } = await call(sandbox, path);
    expect([path, status, body.code]).toEqual([path, 500, "internal"]);
  }
});

test("counts against no limit, and no log and no use has it", async () => {
  const quiet = await server.account();
  const before = (await quiet.sandbox.get(`${platform}/account`)).headers.get("ratelimit");
  const sandbox = sandboxOf(quiet, ["shipments:read"]);
  for (let count = 0; count < 50; count += 1) {
    const { status, headers } = await call(sandbox, `${platform}/shipments`);
    expect([status, headers.get("ratelimit")]).toEqual([200, null]);
  }
  const after = (await quiet.sandbox.get(`${platform}/account`)).headers.get("ratelimit");
  const dayLeft = (header: string | null) => Number(/"day";r=(\d+)/.exec(header ?? "")?.[1]);
  expect(dayLeft(after)).toBe(dayLeft(before) - 1);
  const { data } = (await quiet.sandbox.get(`${platform}/requests`)).body;
  expect(data.map(({ route }: { route: string }) => route)).toEqual(["getAccount", "getAccount"]);
});

test("of a suspended account is refused, and blocks nobody's network", async () => {
  const suspended = await server.account();
  await changeAccount(server.deps, suspended.accountId, { suspended: true });
  const sandbox = sandboxOf(suspended, ["shipments:read"]);
  for (let count = 0; count < 1_050; count += 1) {
    const { status, body } = await call(sandbox, `${platform}/shipments`);
    expect([status, body.code]).toEqual([403, "account_suspended"]);
  }
});
