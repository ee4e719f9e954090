import { test } from "bun:test";
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { practiceNumber } from "../../src/delivery/model/piece-code.ts";
import { addDriver } from "../support/drivers.ts";
import { addOpenFleet } from "../support/fleets.ts";
import { findBarriers, photographPhone } from "./appearance.ts";
import { expect, faultsOf, startDashboard } from "./dashboard.ts";
import { environment, heading, linkOf, network, phone, sign, startDay, syncNow, tap } from "./phone.ts";

/** Three made-up stops on the driver's own page: nothing leaves the phone, and nothing stays on it. */

const dashboard = await startDashboard({});
const { server, openWindow } = dashboard;

const coach = (page: Page) => page.locator("section.coach");
const stopNow = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

/** All rows of the environment. */
function rowsOf(): Record<string, unknown[]> {
  const { db } = server.deps.stores.platform(environment);
  const tables = db.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
  );
  return Object.fromEntries(
    tables.map(({ name }) => [name, db.all(sql`SELECT * FROM ${sql.identifier(name)}`)]),
  );
}

/** What the browser keeps: names of databases, and what is in the driver's. */
const keptBy = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name).sort();
    const queued = await new Promise<number>((resolve) => {
      const opening = indexedDB.open("waybill-driver");
      opening.onsuccess = () => {
        const counting = opening.result.transaction("queue").objectStore("queue").count();
        counting.onsuccess = () => {
          opening.result.close();
          resolve(counting.result);
        };
      };
    });
    return { names, queued };
  });

/** Takes the three stops as the page says. */
async function practice(page: Page): Promise<void> {
  await expect(coach(page)).toContainText("Stop 1 of 3");
  await stopNow(page, "Bakery");
  await tap(page, "Arrived");
  await tap(page, "Pick up");
  const typed = page.getByLabel("Tracking number, or its last 4 characters");
  await typed.fill("AAAA");
  await expect(page.getByText("This is another parcel.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Picked up" })).toBeDisabled();
  await typed.fill(practiceNumber.slice(-4));
  await tap(page, "Picked up");

  await expect(coach(page)).toContainText("Stop 2 of 3");
  await stopNow(page, "Wine cellar");
  await page.getByRole("link", { name: "Navigate" }).click();
  await expect(coach(page)).toContainText("In practice, no other app opens.");
  await expect(network(page)).toHaveText("");
  await tap(page, "Arrived");
  await expect(network(page)).toContainText("No network.");
  await tap(page, "Hand over");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Delivered" })).toBeDisabled();
  await sign(page);
  await page.getByRole("dialog").getByRole("button", { name: "Delivered" }).click();
  await expect(network(page)).toHaveText("No network. 1 step waits and will be sent later.");
  await expect(page.getByRole("region", { name: "Done today" })).toContainText("Not confirmed yet");
  await tap(page, "Go back upstairs");
  await expect(network(page)).toHaveText("");
  await expect(page.getByRole("region", { name: "Done today" })).not.toContainText("Not confirmed yet");

  await expect(coach(page)).toContainText("Stop 3 of 3");
  await stopNow(page, "Third floor");
  await tap(page, "Arrived");
  await tap(page, "Could not deliver");
  await page.getByLabel("Nobody there").check();
  await tap(page, "Send");
  await expect(coach(page)).toContainText("That was all three.");
}

test("a rider practices from the menu: no request but for the page's files, no row changes, the day stays", async () => {
  const { page } = await startDay(dashboard, [{}]);
  await heading(page, "Book shop").waitFor();
  await syncNow(page);
  const day = await keptBy(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  // Who is on duty may be asked for a job, which nobody would see meanwhile.
  const offered = page.getByRole("button", { name: "Practice with three made-up stops" });
  await page.getByRole("switch", { name: "Off duty" }).click();
  await page.getByRole("switch", { name: "On duty" }).waitFor();
  await expect(offered).toHaveCount(0);
  await page.getByRole("switch", { name: "On duty" }).click();
  await expect(network(page)).toHaveText("");
  await offered.waitFor();
  await offered.scrollIntoViewIfNeeded();
  await photographPhone(page, "practice-offered");
  const before = rowsOf();
  const { requests } = page.witness;
  let begun = Number.POSITIVE_INFINITY;
  // The day may still ask until the practice is there.
  page.once("framenavigated", () => {
    begun = requests.length;
  });
  await offered.click();
  await practice(page);
  await photographPhone(page, "practice");
  expect(await findBarriers(page)).toEqual([]);
  expect(before.shipments).toHaveLength(1);
  const files = requests.slice(begun).map((url) => new URL(url).pathname);
  expect(files.length).toBeGreaterThan(0);
  expect(
    files.filter((path) => !/^\/driver$|^\/dashboard\/assets\/|^\/driver\/|^\/favicon/.test(path)),
  ).toEqual([]);
  expect(rowsOf()).toEqual(before);

  await tap(page, "Practice again");
  await expect(coach(page)).toContainText("Stop 1 of 3");
  await expect(page.getByRole("region", { name: "Done today" })).toHaveCount(0);
  await tap(page, "End practice");
  await expect(coach(page)).toHaveCount(0);
  await heading(page, "Book shop").waitFor();
  await expect.poll(() => keptBy(page)).toEqual(day);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("before a phone is connected, the link's code waits for the end of the practice", async () => {
  const account = await server.account();
  const carrierId = await addOpenFleet(server, account.accountId);
  const driver = await addDriver(server, environment, account.accountId, { carrierId });
  const link = await linkOf(server, account, driver);
  const page = await openWindow({ ...phone, locale: "de-DE" });
  await page.goto(link);
  await tap(page, "Mit drei erfundenen Halten üben");
  await expect(coach(page)).toContainText("Halt 1 von 3");
  await stopNow(page, "Bäckerei");
  await photographPhone(page, "practice-begins");
  // Nobody sends what a practicing phone says, and the code is still good.
  expect(await page.evaluate(() => history.length)).toBe(2);
  await tap(page, "Übung beenden");
  await page.getByRole("button", { name: "Verbinden" }).waitFor();
  expect(page.url()).toBe(link);
  const names = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  await expect.poll(names).not.toContain("waybill-driver-practice");
  await page.getByRole("button", { name: "Verbinden" }).click();
  // A new phone is checked first.
  await page.getByRole("switch").waitFor();
  expect(page.url()).toBe(`${server.url}/driver#check`);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("without network, a phone that never practiced says so and stays where it is", async () => {
  const { page } = await startDay(dashboard, []);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await tap(page, "Practice with three made-up stops");
  await expect(page.getByText("This needs network. Try again later.")).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/driver");
  await page.context().setOffline(false);
  await tap(page, "Practice with three made-up stops");
  await expect(coach(page)).toContainText("Stop 1 of 3");
});
