import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { idleTimeoutSeconds } from "../../src/api/idle-timeout.ts";
import { countOpenStreams } from "../../src/api/open-streams.ts";
import { createRouteTable } from "../../src/api/route-table.ts";
import { createApp } from "../../src/app/app.ts";
import type { RouteEntry } from "../../src/infra/http/route.ts";
import { eventStore } from "../../src/messaging/events/store.ts";
import { addDriver, driverToken } from "../support/drivers.ts";
import { advance, createAssigned, createShipment, platform } from "../support/fixtures.ts";
import { eventually, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { createOperator } from "../support/operator.ts";

/**
 * A connection may be silent without limit only while its answer is made or streamed: Bun keeps the limit of one
 * request for the next ones, which `test/runtime.test.ts` shows.
 */

/** The first page waits for the bundle. */
let server: TestServer;
let account: TestAccount;
let shipmentId: string;
let operatorCookie: string;
let slow: RouteEntry[];

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  ({ cookie: operatorCookie } = await createOperator(server));
  ({ id: shipmentId } = await createShipment(account.sandbox));
  const { entries } = createRouteTable(createApp(server.deps).routes);
  slow = entries.filter(({ operation }) => operation.isSlow);
});
afterAll(() => server.stop());

/** The application behind a listener that notes the limits it is given, in seconds; 0 is none. */
function listening() {
  const limits: number[] = [];
  const app = createApp(server.deps);
  const listener = {
    timeout: (_request: Request, seconds: number) => limits.push(seconds),
    requestIP: () => ({ address: "127.0.0.1" }),
  };
  app.server = listener as unknown as typeof app.server;
  return { limits, app };
}

const request = (path: string, method: string, headers: Record<string, string>, body?: BodyInit) => {
  const url = `http://localhost${path}`;
  if (method === "GET") return new Request(url, { headers });
  if (body) return new Request(url, { method, headers, body });
  return new Request(url, { method, headers: { ...headers, "content-length": "2" }, body: "{}" });
};
const json = { "content-type": "application/json" };
const key = () => ({ ...json, "x-api-key": account.sandboxKey });
/** Credentials that the operation takes; a form of one of our pages has none. */
const headersOf = ({ operation, method }: RouteEntry): Record<string, string> => {
  const ownPage = { "sec-fetch-site": "same-origin" };
  if (operation.access.kind === "operator") return { ...json, ...ownPage, cookie: operatorCookie };
  if (operation.access.kind === "platform" && operation.access.sessionOnly)
    return { ...json, ...ownPage, cookie: account.cookie, "x-environment": "sandbox" };
  if (operation.access.kind !== "public" || method === "GET") return key();
  if (operation.access.orderForm) return { ...json, "x-order-form": "x" };
  return { ...ownPage, "content-type": "application/x-www-form-urlencoded" };
};
const addressOf = ({ path }: RouteEntry) =>
  path.replace(/:(?:shipmentId|id)/, path.includes("/shipments/") ? shipmentId : "x").replace(/[:*]\w*/, "x");

test("an operation that may take long is waited for, and its connection not any longer", async () => {
  expect(slow.length).toBeGreaterThan(10);
  for (const entry of slow) {
    const { app, limits } = listening();
    await app.fetch(request(addressOf(entry), entry.method, headersOf(entry)));
    expect([entry.path, ...limits]).toEqual([entry.path, 0, idleTimeoutSeconds]);
  }
});

test("a refused client is not waited for at all", async () => {
  for (const entry of slow.filter(({ operation }) => operation.access.kind !== "public")) {
    const { app, limits } = listening();
    const { status } = await app.fetch(request(addressOf(entry), entry.method, json));
    expect([entry.path, status, ...limits]).toEqual([entry.path, 401]);
  }
});

test("a body that never arrives is not waited for", async () => {
  const posts = slow.filter(({ method, body }) => method === "POST" && body !== undefined);
  expect(posts.length).toBeGreaterThan(2);
  for (const entry of posts) {
    const { app, limits } = listening();
    const come = Promise.withResolvers<void>();
    const reading = Promise.withResolvers<void>();
    const body = new ReadableStream({
      async pull(controller) {
        reading.resolve();
        await come.promise;
        controller.enqueue(new TextEncoder().encode("{}"));
        controller.close();
      },
    });
    const headers = { ...headersOf(entry), "transfer-encoding": "chunked" };
    const answer = app.fetch(request(addressOf(entry), entry.method, headers, body));
    await reading.promise;
    expect([entry.path, ...limits]).toEqual([entry.path]);
    come.resolve();
    await answer;
    expect([entry.path, ...limits]).toEqual([entry.path, 0, idleTimeoutSeconds]);
  }
});

describe("a stream may be silent until it ends", () => {
  const open = async (path: string, headers: Record<string, string> = key()) => {
    const listener = listening();
    const { body } = await listener.app.fetch(request(path, "GET", headers));
    const reader = body?.getReader();
    await reader?.read();
    expect(listener.limits).toEqual([0]);
    return { ...listener, reader };
  };

  test("by its reader", async () => {
    const { reader, limits } = await open(`${platform}/events/stream`);
    await reader?.cancel();
    await eventually("the limit", () => limits.length === 2);
    expect(limits).toEqual([0, idleTimeoutSeconds]);
  });

  test("by a driver's phone that leaves", async () => {
    const driver = await addDriver(server, "sandbox", account.accountId);
    const token = await driverToken(server, driver, account.accountId);
    const { reader, limits } = await open("/api/v1/driver/stream", { authorization: `Bearer ${token}` });
    await reader?.cancel();
    await eventually("the limit", () => limits.length === 2);
    expect(limits).toEqual([0, idleTimeoutSeconds]);
  });

  test("and one that cannot begin is a request like any other", async () => {
    const { db } = server.deps.stores.platform("sandbox");
    const failing = spyOn(eventStore(db), "newestId").mockImplementation(() => {
      throw new Error("The disk does not answer.");
    });
    const lines = spyOn(server.deps.log, "line");
    const { app, limits } = listening();
    const open = countOpenStreams();
    const { status } = await app.fetch(request(`${platform}/events/stream`, "GET", key()));
    failing.mockRestore();
    expect([status, limits.filter((seconds) => seconds === 0), countOpenStreams()]).toEqual([500, [], open]);
    expect(lines.mock.calls.map(([fields]) => fields)).toMatchObject([
      { route: "streamEvents", status: 500 },
    ]);
    lines.mockRestore();
  });

  test("by itself", async () => {
    const { shipment } = await createAssigned(account.sandbox);
    const { reader, limits } = await open(`${platform}/tracking/${shipment.id}/stream`);
    await advance(account.sandbox, shipment.id, "delivered");
    while (!(await reader?.read())?.done);
    expect(limits).toEqual([0, idleTimeoutSeconds]);
  });
});
