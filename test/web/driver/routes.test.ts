import { afterAll, beforeAll, expect, test } from "bun:test";
import { startServer, type TestServer } from "../../support/harness.ts";

/** What the driver's page is served with, and what makes it an app of the phone. */

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  // From source its script is bundled for the first reader.
  await fetch(`${server.url}/driver`);
});
afterAll(() => server.stop());

const get = (path: string) => fetch(server.url + path);

test("the page may use camera and place, loads from here only, and says nothing of anybody", async () => {
  const [page, linked] = await Promise.all([get("/driver"), get("/d")]);
  for (const { status, headers } of [page, linked]) {
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:/);
    const devices = headers.get("permissions-policy");
    expect(devices).toMatch(/camera=\(self\), .*geolocation=\(self\), .*microphone=\(\)/);
  }
  expect(await linked.text()).toBe(await page.text());
});

test("the worker names the files of one version, which are all there, and may work for the page", async () => {
  const worker = await get("/driver/worker.js");
  expect(worker.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(worker.headers.get("cache-control")).toBe("private, no-cache");
  expect(worker.headers.get("service-worker-allowed")).toBe("/driver");
  const code = await worker.text();
  const files = JSON.parse(/^const driverFiles = (\{.*\});\n/.exec(code)?.[1] ?? "{}");
  expect(files.version).toMatch(/^\w+$/);
  const page = await (await get("/driver")).text();
  const named = [...page.matchAll(/"(\/dashboard\/assets\/[^"]+)"/g)].map(([, path]) => path);
  expect(named.length).toBeGreaterThanOrEqual(2);
  for (const path of named) expect(files.paths).toContain(path);
  // A browser's cache refuses a list that names a file twice.
  expect(files.paths).toEqual([...new Set(files.paths)]);
  // The dashboard has a file of the same name.
  const [, script = ""] = /<script type="module" src="([^"]+)"/.exec(page) ?? [];
  expect(await (await get(script)).text()).toContain("waybill-driver");
  for (const path of files.paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
  // As a classic script: not every browser runs modules in workers.
  expect(code).not.toMatch(/^\s*(import|export)\b/m);
});

test("the manifest makes it an app with an icon", async () => {
  const response = await get("/driver/manifest.webmanifest");
  expect(response.headers.get("content-type")).toStartWith("application/manifest+json");
  const manifest = await response.json();
  expect(manifest).toMatchObject({ start_url: "/driver", scope: "/driver", display: "standalone" });
  const icon = await get(manifest.icons[0].src);
  expect([icon.status, icon.headers.get("content-type")]).toEqual([200, "image/png"]);
  // The size in a PNG's header, by PNG §11.2.1.
  const header = new DataView(await icon.arrayBuffer());
  expect(`${header.getUint32(16)}x${header.getUint32(20)}`).toBe(manifest.icons[0].sizes);
});
