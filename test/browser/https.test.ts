import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import type { Running } from "../../src/app/server.ts";
import { first, startSecure, writePair } from "../app/front/support.ts";
import { freePort } from "../support/free-port.ts";
import { launchBrowser } from "./browser.ts";

/** What a phone has over HTTPS only: its place, and a page that starts without network. */

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  geolocation: { latitude: 52.52, longitude: 13.4, accuracy: 8 },
  permissions: ["geolocation"],
};

let folder: string;
let server: Running;
let browser: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "waybill-phone-"));
  const httpsPort = freePort();
  const publicUrl = `https://127.0.0.1:${httpsPort}`;
  server = await startSecure(folder, { ...writePair(folder, first), httpsPort, publicUrl });
  // The certificate is nobody's but the test's.
  browser = await launchBrowser(["--ignore-certificate-errors"]);
});
afterAll(async () => {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});

test("the rider's page knows where the phone is, and starts again without network", async () => {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  await page.goto(`${server.url}/driver`);
  const found = await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const place = await new Promise<GeolocationPosition>((resolve, reject) =>
      navigator.geolocation.getCurrentPosition(resolve, reject),
    );
    return { isSecureContext, latitude: place.coords.latitude };
  });
  expect(found).toEqual({ isSecureContext: true, latitude: 52.52 });
  const title = await page.title();
  await context.setOffline(true);
  await page.reload();
  expect(await page.title()).toBe(title);
  await context.close();
});

test("whoever types the address without https gets there", async () => {
  const page = await browser.newPage();
  const [, plain = ""] = server.urls;
  await page.goto(`${plain}/driver`);
  expect(page.url()).toBe(`${server.url}/driver`);
  await page.close();
});
