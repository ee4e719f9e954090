import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { brotliDecompressSync } from "node:zlib";
import { startServer, type TestServer } from "../../support/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  // From source it is bundled for the first reader.
  await fetch(`${server.url}/dashboard`);
});
afterAll(() => server.stop());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { "accept-encoding": "identity", ...headers }, redirect: "manual" });
/** Of a browser that was signed in at some time: the page itself asks whether it still is. */
const cookie = { cookie: "waybill_session=of-somebody" };

async function assetPaths(): Promise<string[]> {
  const text = await (await get("/dashboard", cookie)).text();
  return [...text.matchAll(/"(\/dashboard\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
}

const unknownAssets = ["", "/", "/nowhere.js", "/deeper/nowhere.js", "/deeper/"].map(
  (rest) => `/dashboard/assets${rest}`,
);

describe("the page", () => {
  test.each(["/dashboard", "/dashboard/sandbox", "/dashboard/live/keys", "/dashboard/no/such/page"])(
    "is at %s",
    async (path) => {
      const answer = await get(path, cookie);
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(answer.headers.get("cache-control")).toBe("private, no-cache");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(await answer.text()).toContain('<div id="dashboard">');
    },
  );

  test("is where a visitor of the installation is sent", async () => {
    const answer = await get("/");
    expect([answer.status, answer.headers.get("location")]).toEqual([302, "/dashboard"]);
  });

  test.each([
    ["/dashboard", "/dashboard/sign-in"],
    ["/dashboard/live/keys?q=a%26b", "/dashboard/sign-in?from=%2Flive%2Fkeys%3Fq%3Da%2526b"],
    ["/dashboard/no/such/page", "/dashboard/sign-in"],
  ])("is the one to sign in for who has no session: %s", async (path, to) => {
    const answer = await get(path);
    expect([answer.status, answer.headers.get("location")]).toEqual([302, to]);
    expect(answer.headers.get("cache-control")).toBe("private, no-cache");
  });

  test.each(["sign-in", "sign-up", "verify-email", "forgot-password", "reset-password", "join"])(
    "to %s is another program",
    async (name) => {
      const text = await (await get(`/dashboard/${name}`)).text();
      expect(text).toMatch(/assets\/sign-in-[\w-]+\.js"/);
      expect(text).not.toMatch(/assets\/dashboard-/);
    },
  );

  test("names the scripts of the feature in its path, which its program would ask for later", async () => {
    const scriptsOf = async (path: string) =>
      [
        ...(await (await get(path, cookie)).text()).matchAll(
          /modulepreload" href="[^"]+\/([a-z-]+)-[\w-]{8}\.js"/g,
        ),
      ].map(([, name]) => name);
    const first = await scriptsOf("/dashboard/sandbox");
    const added = async (path: string) => (await scriptsOf(path)).filter((name) => !first.includes(name));
    expect(await added("/dashboard/sandbox/webhooks")).toEqual(["webhooks", "shared"]);
    expect(await added("/dashboard/sandbox/print/day")).toContain("papers");
    expect((await added("/dashboard/sandbox/operator/carriers/x")).sort()).toEqual([
      "carriers",
      "operator",
      "shared",
    ]);
    expect(await added("/dashboard/sandbox/no-such-page")).toEqual([]);
  });

  test("loads from here alone, and its styles have a nonce of their own in each answer", async () => {
    const [first, second] = await Promise.all([get("/dashboard", cookie), get("/dashboard", cookie)]);
    const policy = first.headers.get("content-security-policy") ?? "";
    const nonce = /'nonce-(\w{22})'/.exec(policy)?.[1];
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
    expect(await first.text()).toContain(`nonce="${nonce}"`);
    expect(second.headers.get("content-security-policy")).not.toContain(`${nonce}`);
  });

  test("does not stand in for the API: what is not there is a problem", async () => {
    for (const path of ["/api/v1/nowhere", ...unknownAssets, "/nowhere"]) {
      const { status, body } = await server.client().get(path);
      expect([path, status, body.code]).toEqual([path, 404, "path_not_found"]);
    }
  });
});

test("there is an icon for pages that name none", async () => {
  const answer = await get("/favicon.ico");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
  expect(answer.headers.get("cache-control")).not.toContain("immutable");
  expect(await answer.text()).toContain("<svg");
});

describe("what it loads", () => {
  test("is there, and kept for ever", async () => {
    const paths = await assetPaths();
    expect(paths.length).toBeGreaterThanOrEqual(2);
    for (const path of paths) {
      const answer = await get(path);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(answer.headers.get("vary")).toBe("Accept-Encoding");
    }
  });

  test("is compressed with brotli for who takes it, and the same for who does not", async () => {
    for (const path of await assetPaths()) {
      const plain = await get(path);
      expect(plain.headers.get("content-encoding")).toBeNull();
      const small = await fetch(server.url + path, {
        headers: { "accept-encoding": "gzip, br" },
        decompress: false,
      });
      expect(small.headers.get("content-encoding")).toBe("br");
      expect(brotliDecompressSync(await small.arrayBuffer())).toEqual(Buffer.from(await plain.arrayBuffer()));
    }
  });

  test("is made for production, and has nothing of the server in it", async () => {
    const [script = ""] = (await assetPaths()).filter((path) => /\/dashboard-[\w-]+\.js$/.test(path));
    const text = await (await get(script)).text();
    expect(text).toContain("Minified React error");
    expect(text).not.toContain("react-dom-client.development");
    expect(text).not.toMatch(/TypeBox|better-sqlite3|drizzle/);
  });
});
