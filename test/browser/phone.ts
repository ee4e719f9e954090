import type { Page } from "playwright-core";
import { issueLink } from "../../src/access/devices/linking.ts";
import { shortShipment } from "../../src/delivery/lifecycle/state/example.ts";
import type { Environment } from "../../src/infra/environment.ts";
import { operatorIn } from "../../src/infra/http/principal.ts";
import { addDriver, type TestDriver } from "../support/drivers.ts";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import type { TestAccount, TestServer } from "../support/harness.ts";
import { expect, type startDashboard, type WatchedPage } from "./dashboard.ts";

/** A driver's phone, with a made-up place, camera and network. */

type Dashboard = Awaited<ReturnType<typeof startDashboard>>;

export const environment: Environment = "sandbox";
export const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  locale: "en-US",
  geolocation: { latitude: 52.52, longitude: 13.4, accuracy: 8 },
  permissions: ["geolocation"],
};

export interface Day {
  account: TestAccount;
  driver: TestDriver;
  page: WatchedPage;
  /** The driver's jobs, in the order of their acceptance. */
  jobs: { id: string; assignmentId: string }[];
  reports: Report[];
}

/** A report that the server has answered, as the phone sent it. */
export interface Report {
  id: string;
  at: string;
  type: string;
  result: string;
}

export const requiring = (requirements: Record<string, unknown>) => ({
  delivery: { ...shortShipment.delivery, requirements },
});
export const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
export const tap = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
export const network = (page: Page) => page.locator(".network");

/** Phones ask every few seconds, and when their network is back. */
export const syncNow = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("online")));

export async function linkOf(
  server: TestServer,
  account: TestAccount,
  { id: _id, ...driver }: TestDriver,
): Promise<string> {
  const { code } = await issueLink(server.deps, operatorIn(account.accountId), () => driver);
  return `${server.deps.config.publicUrl ?? server.url}/d#${code}`;
}

export async function connect(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await tap(page, "Connect");
  await page
    .getByRole("switch", { name: "Off duty" })
    .or(page.getByRole("switch", { name: "On duty" }))
    .waitFor();
}

/** The shipment picked up at a house of its own: what is picked up at one place is one card. */
export const pickedUpAt = (house: number, change: Record<string, unknown>) => {
  const { pickup } = { ...shipmentBody(), ...change } as typeof shortShipment;
  return { ...change, pickup: { ...pickup, address: { ...pickup.address, line1: `Torstr. ${house}` } } };
};

/**
 * A driver who has these shipments to deliver, with a connected phone.
 * @param where each from another house, or as the shipments say
 */
export async function startDay(
  { server, openWindow }: Dashboard,
  shipments: Record<string, unknown>[],
  settings = {},
  where: "apart" | "as given" = "apart",
): Promise<Day> {
  const account = await server.account();
  const carrierId = await addOpenFleet(server, account.accountId, settings);
  const driver = await addDriver(server, environment, account.accountId, { carrierId });
  const jobs: Day["jobs"] = [];
  for (const [index, shipment] of shipments.entries()) {
    const change = index === 0 || where === "as given" ? shipment : pickedUpAt(index + 1, shipment);
    const job = await acceptFleet(account.sandbox, carrierId, change);
    const path = `${platform}/assignments/${job.assignmentId}/driver`;
    const { status, text } = await account.sandbox.post(path, { driver_id: driver.driverId });
    if (status !== 200) throw new Error(text);
    jobs.push(job);
  }
  const page = await openWindow(phone);
  // A lock of the screen shows nowhere.
  await page.addInitScript(() => {
    const { wakeLock } = navigator;
    const request = wakeLock.request.bind(wakeLock);
    wakeLock.request = (type) => {
      Object.assign(globalThis, { isAwake: true });
      return request(type);
    };
  });
  const reports: Report[] = [];
  page.context().on("response", async (response) => {
    if (!response.url().endsWith("/driver/reports") || response.status() !== 200) return;
    const { results } = await response.json();
    const sent: Report[] = response.request().postDataJSON().reports;
    reports.push(...sent.map((report, index) => ({ ...report, result: results[index].result })));
  });
  await connect(page, await linkOf(server, account, driver));
  return { account, driver, page, jobs, reports };
}

/** What the phone's database holds: all values as text, and how many pictures. */
export const stored = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open("waybill-driver");
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const tx = opening.result.transaction(["values", "pictures"]);
    const values = tx.objectStore("values").getAll();
    const keys = tx.objectStore("values").getAllKeys();
    const pictures = tx.objectStore("pictures").count();
    await new Promise((resolve) => tx.addEventListener("complete", resolve));
    opening.result.close();
    const all = Object.fromEntries(keys.result.map((key, index) => [key, values.result[index]]));
    return { text: JSON.stringify(all), drafts: all.drafts ?? [], pictures: pictures.result };
  });

/** A photo of a good camera: larger than what a proof needs. */
export async function takePhoto(page: Page): Promise<void> {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 2_400, height: 1_800 });
    canvas.getContext("2d")?.fillRect(100, 100, 900, 700);
    return canvas.toDataURL("image/jpeg").split(",")[1] ?? "";
  });
  const photo = { name: "door.jpg", mimeType: "image/jpeg", buffer: Buffer.from(base64, "base64") };
  await page.getByLabel("Take a photo").setInputFiles(photo);
  await page.getByRole("img", { name: "Photo 1" }).waitFor();
}

export async function sign(page: Page): Promise<void> {
  const pad = page.getByRole("img", { name: "Sign here with a finger" });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error("There is no place to sign");
  await page.mouse.move(box.x + 30, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y + 70, { steps: 5 });
  await page.mouse.up();
  await expect(page.getByRole("button", { name: "Clear" })).toBeEnabled();
}
