import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createApp } from "../../src/app/app.ts";
import { advance, createAssigned, platform, shipmentBody } from "../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { expectProblem } from "./problem.ts";

let server: TestServer;
let account: TestAccount;
let shipmentId: string;
let pictureUrl: string;

const path = `${platform}/shipments`;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  const { shipment } = await createAssigned(account.sandbox);
  shipmentId = shipment.id;
  await advance(account.sandbox, shipmentId, "delivered");
  const { body } = await account.sandbox.get(`${platform}/tracking/${shipmentId}`);
  pictureUrl = new URL(body.proof_of_delivery.signature.url).pathname;
});
afterAll(() => server.stop());

function expectCommon(answer: Answer): void {
  expect(answer.headers.get("x-request-id")).toMatch(/^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  for (const name of ["X-API-Key", "Authorization", "Cookie"]) {
    expect(answer.headers.get("vary")?.split(", ")).toContain(name);
  }
  expect(answer.headers.get("cache-control")).toMatch(/^(private, no-cache|no-store|private, max-age)/);
}

/** One answer of every kind there is. */
const answers: [name: string, status: number, send: () => Promise<Answer>][] = [
  ["a read", 200, () => account.sandbox.get(path)],
  ["positions", 200, () => account.sandbox.get(`${platform}/tracking/${shipmentId}/positions`)],
  ["a picture", 200, () => account.sandbox.get(pictureUrl)],
  ["a creation", 201, () => account.sandbox.post(path, shipmentBody())],
  ["nothing to say", 204, () => account.sandbox.delete(`${platform}/sandbox/data`)],
  ["not modified", 304, () => account.live.get(path).then(notModified)],
  ["an unknown path", 404, () => account.sandbox.get(`${platform}/parcels`)],
  ["a path outside the API", 404, () => account.sandbox.get("/nothing")],
  ["an unknown object", 404, () => account.sandbox.get(`${path}/shp_x`)],
  ["no such method", 405, () => account.sandbox.send(path, { method: "PUT" })],
  ["what is allowed", 204, () => account.sandbox.send(path, { method: "OPTIONS" })],
  ["no key", 401, () => server.client().get(path)],
  ["no session", 401, () => server.client().get("/api/v1/keys")],
  ["not in live", 403, () => account.live.delete(`${platform}/sandbox/data`)],
  ["no JSON", 400, () => raw("{", "application/json")],
  ["another media type", 415, () => raw("{}", "text/plain")],
  ["too large", 413, () => raw(" ".repeat(1_100_000), "application/json")],
  ["a wrong query", 400, () => account.sandbox.get(`${path}?limit=0`)],
  ["a wrong body", 422, () => account.sandbox.post(path, {})],
  ["health", 200, () => server.client().get("/healthz")],
];

const raw = (body: string, type: string) =>
  account.sandbox.send(path, { method: "POST", body, headers: { "content-type": type } });

async function notModified(): Promise<Answer> {
  const made = await account.live.post(path, shipmentBody());
  const one = `${path}/${made.body.id}`;
  const etag = (await account.live.get(one)).headers.get("etag") ?? "";
  return account.live.get(one, { "if-none-match": etag });
}

describe("every answer has the common headers", () => {
  test.each(answers)("%s", async (_name, status, send) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expectCommon(answer);
  });
});

describe("errors come as problems whatever the caller accepts", () => {
  test.each(["text/html", "application/xml", "image/*", "*/*"])("%s", async (accept) => {
    const answer = await server.client({ accept }).get(path);
    expectProblem(server, answer, { status: 401, code: "api_key_missing" });
  });
});

test("over HTTPS browsers must keep using HTTPS for this host; over HTTP they need not", async () => {
  const secure = await startServer({ config: { publicUrl: "https://waybill.example.com" } });
  try {
    for (const path of ["/healthz", "/setup", "/nowhere"]) {
      const { headers } = await secure.client().get(path);
      expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    }
    expect((await server.client().get("/healthz")).headers.has("strict-transport-security")).toBe(false);
  } finally {
    await secure.stop();
  }
});

test("pages and their files ask for no device and are taken in by no other site; the API's answers say nothing of it", async () => {
  const linked = async (path: string) => {
    const { text } = await server.client().get(path);
    return [...text.matchAll(/(?:src|href)="(\/[^"]*assets\/[^"]+)"/g)].map(([, url]) => url ?? "");
  };
  const pages = ["/dashboard", "/dashboard/sandbox/keys", "/docs", "/docs/errors", "/setup", "/t/none"];
  const files = (await Promise.all(["/dashboard", "/docs", "/t/none"].map(linked))).flat();
  expect(files.length).toBeGreaterThan(5);
  for (const path of [...pages, ...files, "/favicon.ico"]) {
    const { headers } = await server.client().get(path);
    expect(headers.get("permissions-policy")).toMatch(
      /^accelerometer=\(\), camera=\(\), .*geolocation=\(\), .*usb=\(\)$/,
    );
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  }
  const { headers } = await server.client().get("/healthz");
  expect([headers.has("permissions-policy"), headers.has("cross-origin-resource-policy")]).toEqual([
    false,
    false,
  ]);
});

test("two requests have two ids", async () => {
  const both = await Promise.all([server.client().get("/healthz"), server.client().get("/healthz")]);
  expect(new Set(both.map((answer) => answer.headers.get("x-request-id"))).size).toBe(2);
});

test("a request id from the caller is ignored", async () => {
  const answer = await server.client({ "x-request-id": "req_mine" }).get("/healthz");
  expect(answer.headers.get("x-request-id")).not.toBe("req_mine");
});

describe("a secret in the answer is not stored", () => {
  const noStore: [string, () => Promise<Answer>][] = [
    ["a new key", () => account.session.post("/api/v1/keys", { name: "k", environment: "live" })],
    ["a new endpoint", () => account.sandbox.post(`${platform}/webhooks`, endpoint())],
    [
      "a rotated secret",
      async () => {
        const made = await account.sandbox.post(`${platform}/webhooks`, endpoint());
        return account.sandbox.post(`${platform}/webhooks/${made.body.id}/rotate-secret`);
      },
    ],
    [
      "a rotated key",
      async () => {
        const made = await account.session.post("/api/v1/keys", { name: "k", environment: "live" });
        return account.session.post(`/api/v1/keys/${made.body.id}/rotation`);
      },
    ],
    [
      "a PIN",
      async () => {
        const { body } = await account.live.post(path, shipmentBody());
        return account.live.get(`${path}/${body.id}/pin`);
      },
    ],
    [
      "a sign-in",
      () =>
        server.client().post("/api/v1/auth/sign-in", { email: account.email, password: account.password }),
    ],
  ];
  const endpoint = () => ({ url: "http://127.0.0.1:9999/", events: ["webhook.test"] });
  test.each(noStore)("%s", async (_name, send) => {
    const answer = await send();
    expect(answer.status).toBeLessThan(300);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("methods", () => {
  /** The methods of every path, from the application. */
  const paths = (): [string, string[]][] => {
    const methods = new Map<string, string[]>();
    for (const route of createApp(server.deps).routes) {
      methods.set(route.path, [...(methods.get(route.path) ?? []), route.method]);
    }
    return [...methods].map(([route, found]) => [
      route,
      [...found, ...(found.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort(),
    ]);
  };
  const fill = (route: string) => route.replace(/:\w+/g, "x");
  const allowed = (answer: Answer) => answer.headers.get("allow")?.split(", ").sort();

  test("OPTIONS of every path is 204 with what it allows, without a key", async () => {
    expect(paths().length).toBeGreaterThan(25);
    for (const [route, methods] of paths()) {
      const answer = await server.client().send(fill(route), { method: "OPTIONS" });
      expect([route, answer.status, allowed(answer), answer.text]).toEqual([route, 204, methods, ""]);
    }
  });

  test("a method that a path does not have is 405 with what it allows, without a key", async () => {
    for (const [route, methods] of paths()) {
      const wrong = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !methods.includes(method));
      for (const method of wrong) {
        const answer = await server.client().send(fill(route), { method });
        expectProblem(server, answer, { status: 405, code: "method_not_allowed" });
        expect([route, allowed(answer)]).toEqual([route, methods]);
      }
    }
  });

  test("a method that no path has is 405", async () => {
    const answer = await account.sandbox.send(path, { method: "PROPFIND" });
    expectProblem(server, answer, { status: 405, code: "method_not_allowed" });
  });

  test("HEAD is GET without the body", async () => {
    const made = await account.sandbox.post(path, shipmentBody());
    await account.sandbox.get(`${path}/${made.body.id}/quotes`);
    const one = `${path}/${made.body.id}`;
    const get = await account.sandbox.get(one);
    const head = await account.sandbox.send(one, { method: "HEAD" });
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", get.headers.get("etag")]);
    expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    expectCommon(head);
    expect((await account.sandbox.send(`${path}/shp_x`, { method: "HEAD" })).status).toBe(404);
    expect((await server.client().send(path, { method: "HEAD" })).status).toBe(401);
  });

  test("HEAD of a stream does not stay open", async () => {
    const { body } = await account.sandbox.post(path, shipmentBody());
    const head = await account.sandbox.send(`${platform}/tracking/${body.id}/stream`, { method: "HEAD" });
    expect([head.status, head.text, head.headers.get("content-type")]).toEqual([
      200,
      "",
      "text/event-stream",
    ]);
  });
});

describe("paths", () => {
  test.each([
    "/api/v1/platform/shipments/",
    "/api/v1/platform//shipments",
    "/api/v1/Platform/shipments",
    "/api/v1/platform/shipments/%ZZ/%00",
    "/api/v2/platform/shipments",
    "/api/v1",
    "/API/v1/platform/shipments",
  ])("%s is nothing", async (address) => {
    expectProblem(server, await account.sandbox.get(address), { status: 404, code: "path_not_found" });
  });

  test.each(["%ZZ", "%00", "%E0%A4%A", "..%2f..%2fhealthz", "%0d%0aset-cookie:a=b", "x".repeat(5_000)])(
    "the id %s is one that never was",
    async (id) => {
      expectProblem(server, await account.sandbox.get(`${path}/${id}`), { status: 404, code: "not_found" });
    },
  );
});

describe("an address that has nothing", () => {
  const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

  test("is a page for a browser, under a policy that allows only its own style", async () => {
    const answer = await fetch(`${server.url}/foo`, { headers: browser });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(answer.headers.get("x-request-id")).toStartWith("req_");
    expect(await answer.text()).toContain("<h1>Page not found</h1>");
  });

  test("is a problem for a program, and in the API for everybody", async () => {
    expectProblem(server, await server.client().get("/foo"), { status: 404, code: "path_not_found" });
    const inApi = await server.client(browser).get("/api/v1/foo");
    expectProblem(server, inApi, { status: 404, code: "path_not_found" });
  });
});
