import { expect as expectValue, test } from "bun:test";
import type { Page } from "playwright-core";
import { endDevicesOfDriver } from "../../src/access/devices/service.ts";
import { countOpenStreams } from "../../src/api/open-streams.ts";
import { addDriver, deviceCookie, type TestDriver } from "../support/drivers.ts";
import { platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import { eventually, type TestAccount } from "../support/harness.ts";
import { follow, type Reader } from "../support/stream.ts";
import { expect, faultsOf, startDashboard } from "./dashboard.ts";
import { connect, environment, linkOf, network, phone } from "./phone.ts";

/** The rider's page hears that something is new, and need not ask. */

const dashboard = await startDashboard();
const { server, openWindow } = dashboard;

const jobs = (page: Page) => page.getByRole("region", { name: "New jobs" }).getByRole("listitem");
/** Streams of this page: no other is open in this file. */
const streams = (count: number) => eventually(`${count} streams`, () => countOpenStreams() === count);

/** The timers by which a page asks take 5 or 15 seconds. Here they never fire, or soon. */
async function changeTimers(page: Page, isAsking: boolean): Promise<void> {
  await page.addInitScript((isAsking) => {
    const begin = globalThis.setTimeout.bind(globalThis);
    const changed = (handler: () => void, ms = 0) => {
      if (ms !== 5_000 && ms !== 15_000) return begin(handler, ms);
      return isAsking ? begin(handler, 200) : 0;
    };
    Object.assign(globalThis, { setTimeout: changed });
  }, isAsking);
}

/** A rider without jobs. Their page hears, and does not ask; or the other way round, as others took the driver's streams. */
async function startShift({ hears = true } = {}) {
  const account = await server.account();
  const fleet = await addOpenFleet(server, account.accountId, { dispatch: "manual" });
  const driver = await addDriver(server, environment, account.accountId, { carrierId: fleet });
  const page = await openWindow(phone);
  const others: Reader[] = [];
  await changeTimers(page, !hears);
  if (!hears) {
    const headers = { cookie: await deviceCookie(server, driver, account.accountId) };
    for (let number = 0; number < 3; number += 1) {
      others.push(await follow(`${server.url}/api/v1/driver/stream`, headers));
    }
  }
  await connect(page, await linkOf(server, account, driver));
  await streams(hears ? 1 : 3);
  return { account, fleet, driver, page, others };
}

async function assign(account: TestAccount, fleet: string, driver: TestDriver): Promise<string> {
  const { assignmentId } = await acceptFleet(account.sandbox, fleet);
  const path = `${platform}/assignments/${assignmentId}/driver`;
  expectValue((await account.sandbox.post(path, { driver_id: driver.id })).status).toBe(200);
  return assignmentId;
}

/** As by the button that locks the screen. */
const hide = (page: Page, isHidden: boolean) =>
  page.evaluate((isHidden) => {
    Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHidden);

test("a job appears and goes, a note too, though nobody taps and the page does not ask", async () => {
  const { account, fleet, driver, page } = await startShift();
  const job = await assign(account, fleet, driver);
  await expect(jobs(page)).toHaveCount(1);
  const note = { text: "Use the side door today." };
  await account.sandbox.post(`${platform}/drivers/${driver.id}/notes`, note);
  await expect(page.getByText(note.text)).toBeVisible();
  await account.sandbox.delete(`${platform}/assignments/${job}/driver`);
  await expect(page.getByRole("region", { name: "No longer yours" })).toBeVisible();
  await account.sandbox.patch(`${platform}/drivers/${driver.id}`, { on_duty: false });
  await expect(page.getByRole("switch", { name: "Off duty" })).toBeVisible();
  expectValue(faultsOf(page.witness, server)).toEqual([]);
  await page.close();
  await streams(0);
});

test("many changes at once are few reads", async () => {
  const { account, driver, page } = await startShift();
  let reads = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/v1/driver/stops")) reads += 1;
  });
  const begun = performance.now();
  for (let number = 1; number <= 30; number += 1) {
    const { status } = await account.sandbox.post(`${platform}/drivers/${driver.id}/notes`, {
      text: `Note ${number}.`,
    });
    expectValue(status).toBe(201);
  }
  await expect(page.getByText("Note 30.", { exact: true })).toBeVisible();
  // One of the first frame may still be under way.
  const secondsMax = Math.ceil((performance.now() - begun) / 1_000);
  expectValue(reads).toBeGreaterThan(0);
  expectValue(reads).toBeLessThanOrEqual(secondsMax + 2);
  await page.close();
  await streams(0);
});

test("a hidden page hears nothing, nor one without network; what came meanwhile is there when it is back", async () => {
  const { account, fleet, driver, page } = await startShift();
  await hide(page, true);
  await streams(0);
  await assign(account, fleet, driver);
  await hide(page, false);
  await streams(1);
  await expect(jobs(page)).toHaveCount(1);

  await page.context().setOffline(true);
  await streams(0);
  await assign(account, fleet, driver);
  await expect(jobs(page)).toHaveCount(1);
  await page.context().setOffline(false);
  await expect(jobs(page)).toHaveCount(2);
  await streams(1);
  await expect(network(page)).toBeHidden();
  await assign(account, fleet, driver);
  await expect(jobs(page)).toHaveCount(3);
  await page.close();
  await streams(0);
});

test("a page whose link was ended says so at once, and forgets the day", async () => {
  const { account, fleet, driver, page } = await startShift();
  await assign(account, fleet, driver);
  await expect(jobs(page)).toHaveCount(1);
  await endDevicesOfDriver(server.deps, driver.id);
  await expect(page.getByRole("heading", { name: "This phone was disconnected" })).toBeVisible();
  await expect(jobs(page)).toHaveCount(0);
  await streams(0);
});

test("a page without a stream asks, says nothing of it, and hears again as soon as it can", async () => {
  const { account, fleet, driver, page, others } = await startShift({ hears: false });
  await page.waitForResponse((answer) => answer.url().endsWith("/driver/stream") && answer.status() === 409);
  await assign(account, fleet, driver);
  await expect(jobs(page)).toHaveCount(1, { timeout: 60_000 });
  await expect(network(page)).toBeHidden();
  expectValue(countOpenStreams()).toBe(3);
  for (const other of others) other.leave();
  await streams(1);
  await page.close();
});
