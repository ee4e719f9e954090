import { afterAll, beforeAll, expect, test } from "bun:test";
import { createApp } from "../../src/app/app.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { startServer, type TestAccount, type TestServer } from "../support/harness.ts";

const guide = "https://waybill.example.com/docs#versioning";
let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

/** The application as it would be if these operations were to go. */
function later(path: string): Promise<Response> {
  const app = createApp(server.deps, {
    listShipments: { since: "2027-01-31", sunset: "2028-01-31", guide },
    getShipment: { since: "2027-01-31", guide },
  });
  const headers = { "x-api-key": account.sandboxKey };
  return app.handle(new Request(`http://localhost${path}`, { headers }));
}

test("a deprecated operation says since when, until when, and what to do", async () => {
  await createShipment(account.sandbox);
  await createShipment(account.sandbox);
  const { headers, status } = await later(`${platform}/shipments?limit=1`);
  expect([status, headers.get("deprecation")]).toEqual([200, `@${Date.UTC(2027, 0, 31) / 1000}`]);
  expect(headers.get("sunset")).toBe("Mon, 31 Jan 2028 00:00:00 GMT");
  const links = headers.get("link")?.split(", ") ?? [];
  expect(links.slice(0, 2)).toEqual([`<${guide}>; rel="deprecation"`, `<${guide}>; rel="sunset"`]);
  expect(links[2]).toContain('rel="next"');
});

test("one without an end has no Sunset, and says it in its refusals too", async () => {
  const { headers, status } = await later(`${platform}/shipments/shp_x`);
  expect([status, headers.has("sunset"), headers.has("deprecation")]).toEqual([404, false, true]);
});

test("the document marks them, and only them", async () => {
  const document = (await (await later("/api/v1/openapi.json")).json()) as {
    paths: Record<string, Record<string, { operationId: string; deprecated?: boolean }>>;
  };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const marked = operations.filter((operation) => operation.deprecated);
  expect(marked.map((operation) => operation.operationId).sort()).toEqual(["getShipment", "listShipments"]);
});

test("nothing is to go at present", async () => {
  const { headers } = await account.sandbox.get(`${platform}/shipments`);
  expect([headers.has("deprecation"), headers.has("sunset")]).toEqual([false, false]);
});
