import { afterAll, beforeAll, describe, expect, type Mock, spyOn, test } from "bun:test";
import type { ComposedHandler } from "elysia";
import fc from "fast-check";
import { createApp } from "../../src/app/app.ts";
import { completeUrl } from "../../src/infra/patches/request-url.ts";
import { databaseRows, settledRows } from "../support/database.ts";
import { createShipment, platform } from "../support/fixtures.ts";
import { type Answer, startServer, type TestAccount, type TestServer } from "../support/harness.ts";
import { sendRaw } from "../support/raw.ts";
import { expectProblem } from "./problem.ts";

/** The route that runs is the route whose credentials were judged, whatever a request calls this server. */

const runs = 300;
const seed = 71485955;

let server: TestServer;
let account: TestAccount;
let limitedKey: string;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
  await createShipment(account.sandbox);
  const limited = { name: "limited", environment: "sandbox", scopes: ["usage:read"] };
  limitedKey = (await account.session.post("/api/v1/keys", limited)).body.secret;
});
afterAll(() => server.stop());

const sessionCookie = async () => {
  const { email, password } = account;
  const answer = await server.client().post("/api/v1/auth/sign-in", { email, password });
  return answer.headers.get("set-cookie")?.split(";")[0] ?? "";
};

/** An address of the server of a test, or of another with the same application. */
interface Ask {
  url?: string;
  method?: string;
  version?: string;
  headers?: readonly string[];
}

function ask(target: string, { url = server.url, method = "GET", version = "1.1", headers = [] }: Ask) {
  const lines = [`${method} ${target} HTTP/${version}`, ...headers, "Connection: close", "", ""];
  return sendRaw(url, lines.join("\r\n"), async () => {});
}

const operatorList = "/api/v1/operator/accounts";
const shipments = `${platform}/shipments`;

/** What is asked for so that a reader who looks for a host in it takes it for something else. */
const targets = [
  `/xxxxxx${operatorList}?q=:///api/v1/keys`,
  `/xxxxxx${shipments}?q=:///api/v1/platform/account`,
  `/a/dashboard${operatorList}`,
  "/nothing",
  operatorList,
  shipments,
  "/healthz",
];
const wrongHosts = [
  "x/y",
  "x?y",
  "x#y",
  "x\\y",
  "a b",
  "",
  "é",
  "user@h",
  "x%2fy",
  "h:99999",
  "[::1",
  "999.1.1.1",
];
const twoHosts = [["Host: one", "Host: two"], ["Host: one", "Host: one"], ["Host: one,two"]];
const hostLines = [...wrongHosts.map((host) => [`Host: ${host}`]), ...twoHosts];
const whos = {
  "a session": async () => [`Cookie: ${await sessionCookie()}`],
  "a limited key": async () => [`X-API-Key: ${limitedKey}`],
  nobody: async () => [],
};

describe("a Host that is no name of a host, or two of them, is refused first of all", () => {
  test.each(Object.keys(whos) as (keyof typeof whos)[])("%s", async (who) => {
    const credentials = await whos[who]();
    const before = await settledRows(server);
    for (const target of targets) {
      for (const host of hostLines) {
        for (const method of ["GET", "POST", "OPTIONS"]) {
          const answer = await ask(target, { method, headers: [...host, ...credentials] });
          expectProblem(server, answer, { status: 400, code: "host_invalid" });
          expect(answer.headers.get("connection")).toBe("close");
        }
      }
    }
    expect(databaseRows(server)).toEqual(before);
  });

  test("its connection is closed, although it did not request that", async () => {
    const answer = await sendRaw(server.url, "GET /healthz HTTP/1.1\r\nHost: x/y\r\n\r\n", async () => {});
    expectProblem(server, answer, { status: 400, code: "host_invalid" });
  });

  test("no log names a route for it", async () => {
    const line = spyOn(server.deps.log, "line");
    await ask(targets[0] ?? "", { headers: ["Host: x/y", ...(await whos["a session"]())] });
    expect(line.mock.calls.at(-1)?.[0]).toMatchObject({
      path: `/xxxxxx${operatorList}?q=***`,
      status: 400,
      code: "host_invalid",
    });
    expect(line.mock.calls.at(-1)?.[0].route).toBeUndefined();
    line.mockRestore();
  });
});

describe("with a host name each target is taken literally", () => {
  const expected: [target: string, who: keyof typeof whos, status: number, code: string | undefined][] = [
    [`${operatorList}?q=:///api/v1/keys`, "a session", 403, "operator_required"],
    [`${shipments}?q=:///api/v1/platform/account`, "a limited key", 403, "scope_missing"],
    [`${operatorList}?q=:///dashboard/x`, "nobody", 401, "session_required"],
    ["/healthz", "nobody", 200, undefined],
    ["/docs/errors", "nobody", 200, undefined],
    ["/xxxxxx/api/v1/keys", "a session", 404, "path_not_found"],
  ];
  const ways: [name: string, ask: (target: string, credentials: string[]) => Promise<Answer>][] = [
    ["HTTP/1.1", (target, headers) => ask(target, { headers: ["Host: api.example.com", ...headers] })],
    ["an IPv6 address", (target, headers) => ask(target, { headers: ["Host: [::1]:8080", ...headers] })],
    ["HTTP/1.0 without Host", (target, headers) => ask(target, { version: "1.0", headers })],
    // Its host decides nothing, as that of the header does not: RFC 9112 §3.2.2 holds either way.
    [
      "the absolute form",
      (target, headers) => ask(`http://other${target}`, { headers: ["Host: h", ...headers] }),
    ],
  ];
  describe.each(ways)("%s", (_way, send) => {
    test.each(expected)("%s, %s: %i", async (target, who, status, code) => {
      const answer = await send(target, await whos[who]());
      expect([answer.status, answer.body?.code]).toEqual([status, code]);
    });
  });
});

test("a public address with TLS is no other address for HTTP/1.0 without Host", async () => {
  const secure = await startServer({ config: { publicUrl: "https://waybill.example.com" } });
  const { url } = secure;
  expect((await ask("/healthz", { url, version: "1.0" })).status).toBe(200);
  expect((await ask(operatorList, { url, version: "1.0" })).body.code).toBe("session_required");
  await secure.stop();
});

interface Chosen {
  path?: string | undefined;
}

/** The application, telling which route Elysia chose for a request. It looks for all of them where each is completed. */
function watchedApp(chosen: Chosen) {
  const app = createApp(server.deps).compile();
  const { http } = app.router;
  const add = http.add.bind(http);
  http.add = (method, path, store, options) => {
    const run: () => ComposedHandler = () => store.compile();
    const compile = (): ComposedHandler => (context) => {
      chosen.path = path;
      return run()(context);
    };
    return add(method, path, { compile }, options);
  };
  return app;
}

describe("a request whose address the gate and the router read differently", () => {
  /** The address that is read first is the router's, the next is the gate's. */
  function twoFaced(router: string, gate: string, init: RequestInit): Request {
    const request = new Request(`http://h${gate}`, init);
    const addresses = [`http://h${router}`];
    Object.defineProperty(request, "url", { get: () => addresses.pop() ?? `http://h${gate}` });
    return request;
  }

  let error: Mock<typeof server.deps.log.error>;
  let line: Mock<typeof server.deps.log.line>;
  beforeAll(() => {
    error = spyOn(server.deps.log, "error").mockImplementation(() => {});
    line = spyOn(server.deps.log, "line");
  });
  afterAll(() => {
    error.mockRestore();
    line.mockRestore();
  });

  const admitted: Record<string, string> = {
    GET: "/healthz",
    POST: `${shipments}/shp_x/cancellation`,
    PATCH: `${shipments}/shp_x`,
    PUT: `${platform}/carriers/car_x/rate-card`,
    DELETE: `${platform}/webhooks/whe_x`,
  };

  test("runs nothing, whichever route the router chose", async () => {
    const app = createApp(server.deps);
    // A route that nobody was admitted to is not there to be chosen.
    for (const { compile } of [...app.routes]) compile();
    const before = await settledRows(server);
    const others = app.routes.filter(({ method, path }) => !samePath(path, admitted[method] ?? ""));
    expect(others.length).toBeGreaterThan(70);
    for (const { method, path } of others) {
      const headers = { "x-api-key": account.sandboxKey, "content-type": "application/json" };
      const body = method === "GET" ? null : "{}";
      const request = twoFaced(path.replace(/:\w+/g, "x").replace("*", "x/y"), admitted[method] ?? "", {
        method,
        headers,
        body,
      });
      const { status } = await app.fetch(request);
      expect([method, path, status]).toEqual([method, path, 500]);
      expect(error.mock.lastCall?.[0]).toMatchObject({ method, chosen: path, admitted: expect.any(String) });
      expect(line.mock.lastCall?.[0].route).toBeUndefined();
    }
    expect(error).toHaveBeenCalledTimes(others.length);
    expect(databaseRows(server)).toEqual(before);
  });

  test("is refused where the router has no route for it", async () => {
    const answer = await createApp(server.deps).fetch(twoFaced("/nowhere", "/healthz", {}));
    expect(answer.status).toBe(500);
    expect(error.mock.lastCall?.[0]).toMatchObject({ admitted: "/healthz", chosen: undefined });
  });

  function samePath(pattern: string, path: string): boolean {
    return new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`).test(path);
  }
});

describe("every target under every name", () => {
  const pieces = [
    ...[
      "/",
      "//",
      ":",
      "://",
      "?",
      "#",
      "%2f",
      "%",
      "@",
      "\\",
      "..",
      ".",
      "*",
      " ",
      "é",
      "[",
      "]",
      ",",
      "http:",
    ],
    ...["a", "xxxxxx", "api", "v1", "api/v1", "/healthz", "/api/v1/keys", "/api/v1/platform/account"],
    ...["/dashboard", "/t/token", operatorList, shipments, "?q=", "&limit=1", ":8080"],
  ];
  const text = (max: number) =>
    fc.array(fc.constantFrom(...pieces), { maxLength: max }).map((found) => found.join(""));
  const request = fc.record({
    target: text(6).map((found) => `/${found}`.replaceAll(" ", "")),
    absolute: fc.constantFrom("", "", "", "http://h", "http://"),
    host: fc.oneof(fc.constantFrom("h", "127.0.0.1:80", "[::1]"), text(3), fc.constant(undefined)),
    version: fc.constantFrom("1.1", "1.0"),
    method: fc.constantFrom("GET", "HEAD", "POST", "OPTIONS"),
  });

  test("the admitted route is the one that runs, or none does", async () => {
    const chosen: Chosen = {};
    const app = watchedApp(chosen);
    const line = spyOn(server.deps.log, "line");
    const error = spyOn(server.deps.log, "error");
    const listener = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: (asked) => app.fetch(completeUrl(asked, server.deps.publicUrl())),
    });
    const url = listener.url.origin;
    const outcomes = new Set<string>();
    const property = fc.asyncProperty(request, async ({ target, absolute, host, version, method }) => {
      line.mockClear();
      chosen.path = undefined;
      const headers = host === undefined ? [] : [`Host: ${host}`];
      const answer = await ask(absolute + target, { url, method, version, headers });
      const said = line.mock.lastCall?.[0];
      const routes = app.routes.filter((route) => operationIdOf(route) === said?.route);
      const ran = chosen.path !== undefined;
      outcomes.add(ran ? "ran" : (answer.body?.code ?? String(answer.status)));
      if (ran) expect(routes.map(({ path }) => path)).toContain(chosen.path ?? "");
      expect([0, 200, 204, 301, 302, 303, 400, 401, 404, 405, 422]).toContain(answer.status);
    });
    await fc.assert(property, { seed, numRuns: runs });
    await listener.stop(true);
    expect(error).not.toHaveBeenCalled();
    for (const outcome of ["ran", "host_invalid", "path_not_found"]) expect(outcomes).toContain(outcome);
    line.mockRestore();
    error.mockRestore();
  });

  function operationIdOf({ hooks }: { hooks?: { detail?: { operationId?: string } } }): string | undefined {
    return hooks?.detail?.operationId;
  }
});
