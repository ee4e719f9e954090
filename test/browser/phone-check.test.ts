import { expect as expectValue, test } from "bun:test";
import type { Page } from "playwright-core";
import { deviceStore } from "../../src/access/devices/store.ts";
import { addDriver } from "../support/drivers.ts";
import { eventually } from "../support/harness.ts";
import { findBarriers, findColorBarriers, photograph, photographPhone } from "./appearance.ts";
import { expect, standstill, startDashboard } from "./dashboard.ts";
import { connect, environment, linkOf, phone, tap } from "./phone.ts";

/** What a rider's phone can do: asked when it is connected, and shown to the dispatcher. */

const { server, enter, openWindow } = await startDashboard({ push: "on" });

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Mobile/15E148 Safari/604.1";
const check = (page: Page) => page.getByRole("region", { name: "Check this phone" });
const ability = (page: Page, name: string) => check(page).getByRole("listitem").filter({ hasText: name });

async function startShift(options: object) {
  const dispatcher = await enter();
  const answer = await dispatcher.request.get(`${server.url}/api/v1/auth/session`);
  const accountId: string = (await answer.json()).account.id;
  const driver = await addDriver(server, environment, accountId, { onDuty: true });
  const page = await openWindow({ ...phone, ...options });
  const account = { accountId } as Parameters<typeof linkOf>[1];
  return { dispatcher, driver, page, link: await linkOf(server, account, driver) };
}

/** The push service of the phone's browser: browsers for tests have none. */
async function playPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const subscription = {
      endpoint: "https://127.0.0.1:9999/send/1",
      keys: {
        p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        auth: "BTBZMqHH6r4Tts7J_aSIgg",
      },
    };
    const known = { ...subscription, toJSON: () => subscription, unsubscribe: async () => true };
    const key = "played subscription";
    // Chromium without a screen refuses what it has no place for.
    Object.defineProperty(Notification, "permission", { get: () => "granted" });
    Notification.requestPermission = async () => "granted";
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        sessionStorage.setItem(key, "yes");
        return known;
      },
      getSubscription: async () => (sessionStorage.getItem(key) ? known : null),
    });
  });
}

/** Sends the worker what a push service would. */
async function push(page: Page, data: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registrationId = await new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found) resolve(found.registrationId);
    });
    void devtools.send("ServiceWorker.enable");
  });
  const origin = new URL(page.url()).origin;
  await devtools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

/** Chromium without a screen shows no notifications, so the worker notes what it would show. */
async function noteNotifications(page: Page) {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("There is no worker");
  await worker.evaluate(() => {
    const scope = globalThis as unknown as { registration: object; shown: string[] };
    scope.shown = [];
    Object.assign(scope.registration, {
      showNotification: async (title: string) => void scope.shown.push(title),
    });
  });
  return () => worker.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
}

test("a phone that was just connected shows what works, rings, and its closed page is woken by a push", async () => {
  const { dispatcher, driver, page, link } = await startShift({
    permissions: ["geolocation", "camera"],
  });
  await playPushService(page);
  await page.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (when) {
      Object.assign(globalThis, { hasSounded: true });
      return start.call(this, when);
    };
  });
  await connect(page, link);
  await expect(ability(page, "Location")).toContainText("Works");
  await expect(ability(page, "Camera")).toContainText("Works");
  await expect(ability(page, "Sound")).toContainText("Not tried yet");
  await ability(page, "Alarm while the page is closed").getByRole("button", { name: "Allow" }).click();
  await expect(ability(page, "Alarm while the page is closed")).toContainText("Works");
  await standstill(page);
  expectValue(await findBarriers(page)).toEqual([]);
  await photographPhone(page, "driver-phone-check");
  expectValue(await findColorBarriers(page)).toEqual([]);
  await tap(page, "Test alarm");
  await page.waitForFunction(() => "hasSounded" in globalThis);
  await tap(page, "No");
  await expect(check(page).getByRole("status")).toHaveText(/silent mode off/);
  await tap(page, "Test alarm");
  await tap(page, "Yes");
  await expect(ability(page, "Sound")).toContainText("Works");
  await check(page).getByRole("button", { name: "Close" }).click();
  await expect(check(page)).toHaveCount(0);
  expectValue(new URL(page.url()).hash).toBe("");

  await dispatcher.goto(`${server.url}/dashboard/sandbox/drivers/${driver.id}`);
  await dispatcher.getByRole("link", { name: "Phone" }).click();
  const device = dispatcher.getByRole("row").nth(1);
  for (const name of ["Location", "Camera", "Alarm when closed", "Sound"])
    await expect(device.getByText(name)).toHaveAttribute("data-tone", "good");
  await expect(device.getByText("No home screen")).toHaveAttribute("data-tone", "warn");
  await photograph(dispatcher, "driver-device");

  const shown = await noteNotifications(page);
  const read = page.waitForRequest((request) => request.url().endsWith("/driver/stops"));
  await push(page, '{"kind":"recall"}');
  await eventually("the notification", async () => (await shown()).length === 1);
  await read;
  await push(page, "no JSON");
  await eventually("the second notification", async () => (await shown()).length === 2);
  expectValue(await shown()).toEqual(["Bring it back", "New jobs"]);
});

test("an iPhone is led to its home screen first, with pictures, and may be connected in the browser all the same", async () => {
  const { driver, page, link } = await startShift({ userAgent: iPhone });
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "First put this page on the home screen" })).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveCount(4);
  await expect(page.getByRole("button", { name: "Connect", exact: true })).toHaveCount(0);
  await standstill(page);
  expectValue(await findBarriers(page)).toEqual([]);
  await photographPhone(page, "driver-home-screen");
  const devices = deviceStore(server.deps.stores.accounts.db);
  expectValue(devices.countOf(driver.id, 0)).toBe(0);
  await tap(page, "Connect here all the same");
  await tap(page, "Connect");
  await expect(check(page)).toBeVisible();
  expectValue(devices.countOf(driver.id, 0)).toBe(1);
});
