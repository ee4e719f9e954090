import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { loadConfig, SettingError } from "../../src/app/config/reading.ts";
import { createShipment, platform, shipmentBody } from "../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../support/harness.ts";

const shop = "https://shop.example.com";
const path = `${platform}/shipments`;
let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startServer({ config: { corsOrigins: [shop, "http://localhost:5173"] } });
  account = await server.account();
});
afterAll(() => server.stop());

const corsHeaders = ({ headers }: Answer) => [...headers.keys()].filter((name) => name.startsWith("access-"));

function preflight(origin: string, target = server): Promise<Answer> {
  return target.client().send(path, {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "x-api-key",
    },
  });
}

describe("a page of a site that may", () => {
  test("learns what it can send, without a key", async () => {
    const answer = await preflight(shop);
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([204, shop]);
    expect(answer.headers.get("access-control-allow-methods")).toBe(answer.headers.get("allow"));
    const sendable = answer.headers.get("access-control-allow-headers")?.split(", ");
    expect(sendable).toEqual(expect.arrayContaining(["X-API-Key", "Content-Type", "Idempotency-Key"]));
  });

  test("can read answers, and errors with their request ids", async () => {
    const created = await account.sandbox.post(path, shipmentBody(), { origin: shop });
    const refused = await account.sandbox.post(path, {}, { origin: shop });
    const unknown = await server.client().get(path, { origin: shop });
    expect([created.status, refused.status, unknown.status]).toEqual([201, 422, 401]);
    for (const answer of [created, refused, unknown]) {
      expect(answer.headers.get("access-control-allow-origin")).toBe(shop);
      expect(answer.headers.get("access-control-expose-headers")).toContain("X-Request-Id");
      expect(answer.headers.get("vary")).toContain("Origin");
      expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
    }
  });

  test("changes nothing with somebody's session", async () => {
    const foreign = { origin: shop, "sec-fetch-site": "cross-site", "x-environment": "sandbox" };
    const answer = await account.session.post(path, shipmentBody(), foreign);
    expect([answer.status, answer.body.code]).toEqual([403, "cross_origin_refused"]);
  });
});

test.each([
  "https://evil.example.com",
  "https://shop.example.com.evil.example",
  "http://shop.example.com",
  "null",
])("a page of %s gets nothing to read", async (origin) => {
  const asked = await preflight(origin);
  const read = await account.sandbox.get(path, { origin });
  expect([...corsHeaders(asked), ...corsHeaders(read)]).toEqual([]);
  expect(read.headers.get("vary")).toContain("Origin");
});

test("a caller that is no browser sees no difference", async () => {
  const { id } = await createShipment(account.sandbox);
  expect(corsHeaders(await account.sandbox.get(`${path}/${id}`))).toEqual([]);
});

test("by default nobody may", async () => {
  const standard = await startServer();
  const answers = [
    await preflight(shop, standard),
    await standard.client().get("/healthz", { origin: shop }),
  ];
  expect(answers.flatMap(corsHeaders)).toEqual([]);
  expect(answers.map(({ headers }) => headers.get("vary")?.includes("Origin"))).toEqual([false, false]);
  await standard.stop();
});

test("* is everybody", async () => {
  const open = await startServer({ config: { corsOrigins: ["*"] } });
  const answer = await open.client().get("/healthz", { origin: "https://any.example" });
  expect(answer.headers.get("access-control-allow-origin")).toBe("https://any.example");
  await open.stop();
});

test("the setting accepts origins, and nothing else", () => {
  const read = (corsOrigins: string) => loadConfig({ corsOrigins }, {}, {}).corsOrigins;
  expect(read("https://a.example, http://localhost:5173")).toEqual([
    "https://a.example",
    "http://localhost:5173",
  ]);
  expect(read("*")).toEqual(["*"]);
  for (const wrong of ["https://a.example/path", "a.example", "https://*.example", "", "null"]) {
    expect(() => read(wrong)).toThrow(SettingError);
  }
});
