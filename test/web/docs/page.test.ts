import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { expectProblem } from "../../api/problem.ts";
import { startServer, type TestAccount, type TestServer } from "../../support/harness.ts";

const scalarFile = "node_modules/@scalar/api-reference/dist/browser/standalone.js";

let server: TestServer;
let account: TestAccount;

beforeAll(async () => {
  server = await startServer();
  account = await server.account();
});
afterAll(() => server.stop());

/** Bytes as they were sent, without the coding being undone. */
async function fetchRaw(path: string, acceptEncoding: string) {
  const response = await fetch(server.url + path, {
    headers: { "accept-encoding": acceptEncoding },
    decompress: false,
  });
  return { status: response.status, headers: response.headers, bytes: await response.bytes() };
}

async function assetPaths(): Promise<string[]> {
  const { text } = await server.client().get("/docs/api/try");
  return [...new Set([...text.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, path = ""]) => path))];
}

describe("the page at /docs/api/try", () => {
  test("is HTML that may load nothing from elsewhere and may not be framed", async () => {
    const { status, headers } = await server.client().get("/docs/api/try");
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(headers.get("set-cookie")).toBeNull();
  });

  test("names nothing but paths of its own", async () => {
    const { text } = await server.client().get("/docs/api/try");
    const addresses = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(4);
    expect(addresses.filter((address) => !/^(\/(?!\/)|#)/.test(address ?? ""))).toEqual([]);
    expect(text).not.toMatch(/<script>|<style|\son\w+=/);
  });

  test("is sent again only when it has changed", async () => {
    const first = await server.client().get("/docs/api/try");
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"\w+-gzip"$/);
    const second = await server.client().get("/docs/api/try", { "if-none-match": etag });
    expect([second.status, second.text]).toEqual([304, ""]);
    expect((await server.client().get("/docs/api/try", { "if-none-match": '"other"' })).status).toBe(200);
  });

  test("asks who is signed in only where somebody may be", async () => {
    expect((await server.client().get("/docs/api/try")).text).not.toContain("data-signed-in");
    const signedIn = await account.session.get("/docs/api/try");
    expect(signedIn.text).toMatch(/<body [^>]*data-signed-in>/);
    expect(signedIn.headers.get("vary")).toBe("Cookie, Accept-Encoding");
  });

  test("is no part of the API's document", async () => {
    const { body } = await server.client().get("/api/v1/openapi.json");
    expect(Object.keys(body.paths).filter((path) => path.startsWith("/docs"))).toEqual([]);
  });
});

describe("what the page loads", () => {
  test("is kept for ever under a name that changes with its content", async () => {
    const paths = await assetPaths();
    expect(paths.map((path) => path.replace(/-[0-9a-z]{8,}\./, "."))).toEqual([
      "/docs/assets/favicon.svg",
      "/docs/assets/docs.css",
      "/docs/assets/api.css",
      "/docs/assets/docs.js",
      "/docs/assets/scalar.js",
      "/docs/assets/api.js",
      "/docs/assets/search.js",
    ]);
    for (const path of paths) {
      const { status, headers } = await server.client().get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("set-cookie")).toBeNull();
    }
  });

  test.each([
    ["scalar", "text/javascript; charset=utf-8"],
    ["search", "text/javascript; charset=utf-8"],
    ["docs", "text/css; charset=utf-8"],
    ["favicon", "image/svg+xml"],
  ])("%s comes compressed to whoever takes that", async (name, mediaType) => {
    const path = (await assetPaths()).find((entry) => entry.includes(`/${name}-`)) ?? "";
    const small = await fetchRaw(path, "gzip, deflate, br");
    const plain = await fetchRaw(path, "identity");
    expect(small.headers.get("content-encoding")).toBe("gzip");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(Bun.gunzipSync(small.bytes)).toEqual(plain.bytes);
    for (const { headers } of [small, plain]) {
      expect(headers.get("content-type")).toBe(mediaType);
      expect(headers.get("vary")).toBe("Accept-Encoding");
    }
  });

  test("comes as it is where gzip is refused", async () => {
    const [path = ""] = await assetPaths();
    expect((await fetchRaw(path, "gzip;q=0, br")).headers.get("content-encoding")).toBeNull();
  });

  test("is Scalar as it was published", async () => {
    const path = (await assetPaths()).find((entry) => entry.includes("/scalar-")) ?? "";
    const { bytes } = await fetchRaw(path, "identity");
    expect(Buffer.from(bytes).equals(readFileSync(scalarFile))).toBe(true);
  });

  test("is nothing else", async () => {
    const [path = ""] = await assetPaths();
    for (const other of [`${path}x`, "/docs/assets/scalar.js", "/docs/assets/..%2fpage.ts"]) {
      expectProblem(server, await server.client().get(other), { status: 404, code: "path_not_found" });
    }
  });
});
