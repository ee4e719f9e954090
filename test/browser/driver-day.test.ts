import { test } from "bun:test";
import type { Page } from "playwright-core";
import { systemClock } from "../../src/infra/clock.ts";
import { addDriver, type TestDriver } from "../support/drivers.ts";
import { platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import type { Answer, Client } from "../support/harness.ts";
import { findBarriers, photograph, photographPhone } from "./appearance.ts";
import { expect, issueKey, startDashboard, type WatchedPage } from "./dashboard.ts";
import { connect, environment, heading, linkOf, network, phone, pickedUpAt, syncNow, tap } from "./phone.ts";

/** A rider's day beside the stops themselves: the order that they choose, and breaks. */

const minuteMs = 60_000;
/** The machine's clock, which a test can move forward. */
let movedMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + movedMs };
const { server, enter, open, openWindow } = await startDashboard({}, { clock });

interface Day {
  board: WatchedPage;
  client: Client;
  driver: TestDriver;
  page: WatchedPage;
  jobs: { id: string; assignmentId: string }[];
}

/** A dispatcher's page, and the phone of a rider with this many jobs, each at another house. */
async function startDay(count: number): Promise<Day> {
  const board = await enter();
  const answer = await board.request.get(`${server.url}/api/v1/auth/session`);
  const { id: accountId } = (await answer.json()).account;
  const client = await issueKey(board, server);
  const carrierId = await addOpenFleet(server, accountId);
  const driver = await addDriver(server, environment, accountId, { carrierId, onDuty: true });
  const jobs: Day["jobs"] = [];
  for (let house = 1; house <= count; house += 1) {
    const job = await acceptFleet(client, carrierId, {
      ...pickedUpAt(house, {}),
      delivery: {
        contact: { name: `Recipient ${house}` },
        address: { line1: `Oranienstr. ${house}`, city: "Berlin", postal_code: "10999", country: "DE" },
      },
    });
    const path = `${platform}/assignments/${job.assignmentId}/driver`;
    expect((await client.post(path, { driver_id: driver.driverId })).status).toBe(200);
    jobs.push(job);
  }
  const page = await openWindow(phone);
  await connect(page, await linkOf(server, { accountId } as Parameters<typeof linkOf>[1], driver));
  return { board, client, driver, page, jobs };
}

const stopsOf = async ({ client, driver }: Day): Promise<string[]> =>
  (await client.get(`${platform}/drivers/${driver.driverId}/stops`)).body.data.map(
    ({ id }: Answer["body"]) => id,
  );
const driverOf = async ({ client, driver }: Day): Promise<Answer["body"]> =>
  (await client.get(`${platform}/drivers/${driver.driverId}`)).body;
const listed = (page: Page, name: string) => page.locator(".stops:not(.done) button", { hasText: name });

/** Cuts the network, and waits until no answer of the server is under way: its time would be another than the phone's. */
async function cutNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await syncNow(page);
  await expect(network(page)).toContainText("No network.");
}

/** Later for the server and for the phone. */
async function pass(page: Page, ms: number): Promise<void> {
  movedMs += ms;
  await page.evaluate((ms) => {
    const { now } = Date;
    Date.now = () => now() + ms;
  }, ms);
}

test("the rider makes another stop the next one, also without network, and the board shows it at once", async () => {
  const day = await startDay(3);
  const { board, page, jobs } = day;
  const [first, second, third] = jobs.map(({ assignmentId }) => assignmentId);
  await open(board, `/dispatch?driver=${day.driver.driverId}`);
  const listOnBoard = board.locator(".dispatch-item", { hasText: /Pickup, Torstr\./ });
  await expect(listOnBoard).toHaveText([/Torstr\. 1/, /Torstr\. 2/, /Torstr\. 3/]);
  await expect(page.getByRole("button", { name: "Next: this one" })).toHaveCount(0);

  await listed(page, "Torstr. 3").click();
  await expect(page.locator(".address")).toContainText("Torstr. 3");
  await page.setViewportSize({ width: 390, height: 844 });
  await photographPhone(page, "driver-next-this-one");
  expect(await findBarriers(page)).toEqual([]);
  await tap(page, "Next: this one");
  await expect(page.getByText("Next stop")).toBeVisible();
  await expect(page.getByRole("button", { name: "Next: this one" })).toHaveCount(0);
  await expect
    .poll(() => stopsOf(day))
    .toEqual([
      `${third}.pickup`,
      `${first}.pickup`,
      `${first}.delivery`,
      `${second}.pickup`,
      `${second}.delivery`,
      `${third}.delivery`,
    ]);
  await expect(listOnBoard).toHaveText([/Torstr\. 3/, /Torstr\. 1/, /Torstr\. 2/]);

  await listed(page, "Torstr. 2").waitFor();
  await expect(network(page)).toHaveText("");
  await page.context().setOffline(true);
  await listed(page, "Torstr. 2").click();
  await tap(page, "Next: this one");
  await expect(network(page)).toHaveText("No network. 1 step waits and will be sent later.");
  await expect(page.locator(".stops:not(.done) .kind").first()).toBeVisible();
  await expect(page.locator(".stops:not(.done) button").nth(0)).toContainText("Torstr. 3");
  await expect(page.locator(".address")).toContainText("Torstr. 2");
  // A delivery waits for its pickup, so nobody can make it the next one.
  await listed(page, "Recipient 1").click();
  await page.getByText("Pick the goods up first.").waitFor();
  await expect(page.getByRole("button", { name: "Next: this one" })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(network(page)).toHaveText("");
  await expect
    .poll(async () => (await stopsOf(day)).slice(0, 3))
    .toEqual([`${second}.pickup`, `${third}.pickup`, `${first}.pickup`]);
  await expect(listOnBoard).toHaveText([/Torstr\. 2/, /Torstr\. 3/, /Torstr\. 1/]);
});

test("an order that does not fit the jobs any more is the server's again, without a word", async () => {
  const day = await startDay(2);
  const { client, page, jobs } = day;
  const [first, second] = jobs;
  await listed(page, "Torstr. 2").waitFor();
  await page.context().setOffline(true);
  await listed(page, "Torstr. 2").click();
  await tap(page, "Next: this one");
  await expect(network(page)).toHaveText("No network. 1 step waits and will be sent later.");
  const path = `${platform}/assignments/${second?.assignmentId}/driver`;
  expect((await client.delete(path)).status).toBe(200);
  await page.context().setOffline(false);
  await syncNow(page);
  await expect(network(page)).toHaveText("");
  await expect(page.locator(".address")).toContainText("Torstr. 1");
  await expect(page.getByText("Not accepted")).toHaveCount(0);
  expect(await stopsOf(day)).toEqual([`${first?.assignmentId}.pickup`, `${first?.assignmentId}.delivery`]);
});

test("a break with goods on board says until when and what stays, the board knows it, and it ends by itself", async () => {
  const day = await startDay(2);
  const { board, page } = day;
  await tap(page, "Arrived");
  await tap(page, "Pick up");
  await page.getByLabel("There is no label").check();
  await tap(page, "Picked up");
  await heading(page, "Recipient 1").waitFor();
  await expect(network(page)).toHaveText("");
  await open(board, "/dispatch");
  const onBoard = board.getByRole("region", { name: "Drivers", exact: true });
  await expect(onBoard).toContainText("On duty");

  await page.getByRole("button", { name: /^Break: 30/ }).click();
  const resting = page.getByRole("region", { name: /^Break until/ });
  await expect(resting).toContainText("Still with you: 1 parcel.");
  await expect(page.getByRole("switch", { name: "Off duty" })).toBeVisible();
  await expect(page.getByText("You are off duty.")).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await photographPhone(page, "driver-break");
  expect(await findBarriers(page)).toEqual([]);
  await expect(network(page)).toHaveText("");
  const { on_duty, duty_until } = await driverOf(day);
  expect(on_duty).toBe(false);
  const leftMs = Date.parse(duty_until) - clock.now();
  expect(leftMs > 28 * minuteMs && leftMs <= 30 * minuteMs).toBe(true);
  const clockTime = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: "UTC" });
  const until = clockTime.format(new Date(duty_until));
  await expect(onBoard).toContainText(`Break until ${until}`);
  await board.setViewportSize({ width: 1024, height: 900 });
  await photograph(board, "dispatch-break");

  // It ends on the phone without network too, and on the server without the phone.
  await cutNetwork(page);
  await pass(page, 31 * minuteMs);
  await expect(page.getByRole("switch", { name: "On duty" })).toBeVisible();
  await expect(resting).toHaveCount(0);
  await expect.poll(async () => (await driverOf(day)).on_duty).toBe(true);
  await expect(onBoard).toContainText("On duty");
  await page.context().setOffline(false);
  await expect(network(page)).toHaveText("");

  // Without network: it counts from the tap, and can be ended sooner.
  await cutNetwork(page);
  await page.getByRole("button", { name: /^Break: 60/ }).click();
  await resting.waitFor();
  await page.getByRole("button", { name: "End the break" }).click();
  await expect(page.getByRole("switch", { name: "On duty" })).toBeVisible();
  await page.getByRole("button", { name: /^Break: 15/ }).click();
  await resting.waitFor();
  await pass(page, 10 * minuteMs);
  await page.context().setOffline(false);
  await expect(network(page)).toHaveText("");
  await expect.poll(async () => (await driverOf(day)).on_duty).toBe(false);
  const shorter = Date.parse((await driverOf(day)).duty_until) - clock.now();
  expect(shorter > 3 * minuteMs && shorter <= 5 * minuteMs).toBe(true);
});

test("today's list has what is done, in order and with results, also from elsewhere, and forgets people of erased shipments", async () => {
  const day = await startDay(3);
  const { client, page, jobs } = day;
  const [first, second] = jobs;
  const list = page.getByRole("region", { name: "Done today" });
  await tap(page, "Arrived");
  await tap(page, "Pick up");
  await page.getByLabel("There is no label").check();
  await tap(page, "Picked up");
  await expect(list.getByRole("listitem")).toHaveText([/^Picked up .*Book shopTorstr\. 1, Berlin$/]);
  // The dispatcher reports the next ones by hand.
  const { body: shipment } = await client.get(`${platform}/shipments/${second?.id}`);
  const byHand = (content: object) => ({
    id: crypto.randomUUID(),
    at: new Date(clock.now()).toISOString(),
    assignment_id: second?.assignmentId,
    ...content,
  });
  const path = `${platform}/carriers/${shipment.assignment.carrier.id}/reports`;
  for (const content of [
    { type: "progress", substatus: "picked_up" },
    { type: "undeliverable", reason_code: "recipient_refused" },
  ]) {
    const { body } = await client.post(path, [byHand(content)]);
    expect(body.results[0].result).toBe("applied");
  }
  await heading(page, "Recipient 1").waitFor();
  await tap(page, "Arrived");
  await tap(page, "Hand over");
  await page.getByRole("button", { name: "Delivered", exact: true }).click();
  await expect(list.getByRole("listitem")).toHaveText([
    /^Picked up .*Torstr\. 1/,
    /^Picked up .*Torstr\. 2/,
    /^Not delivered .* · RefusedRecipient 2Oranienstr\. 2, Berlin$/,
    /^Delivered .*Recipient 1Oranienstr\. 1, Berlin$/,
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  await list.scrollIntoViewIfNeeded();
  await photographPhone(page, "driver-done-today");
  expect(await findBarriers(page)).toEqual([]);

  expect((await client.post(`${platform}/shipments/${first?.id}/redaction`)).status).toBe(200);
  await page.reload();
  await expect(list.getByRole("listitem")).toHaveText([
    /^Picked up .*WB\w+$/,
    /^Picked up .*Torstr\. 2/,
    /^Not delivered .*Recipient 2/,
    /^Delivered .*WB\w+$/,
  ]);
  const kept = await page.evaluate(async () => {
    const opening = indexedDB.open("waybill-driver");
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    const all = opening.result.transaction("values").objectStore("values").getAll();
    await new Promise((resolve) => all.addEventListener("success", resolve));
    opening.result.close();
    return JSON.stringify(all.result);
  });
  expect(kept).toContain("Recipient 2");
  expect(kept).not.toContain("Recipient 1");
  expect(kept).not.toContain("Oranienstr. 1");

  // Without network the list is there, with what was tapped since.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await expect(list.getByRole("listitem")).toHaveCount(4);
});
