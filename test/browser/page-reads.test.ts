import { test } from "bun:test";
import { formatWindow } from "../../src/web/dashboard/format.ts";
import { openMaxMs } from "../../src/web/dashboard/pages/dispatch/live.ts";
import { plainCard, plainService } from "../delivery/carriers/kinds/fleet/support.ts";
import { addFleet } from "../support/carrier-rows.ts";
import { addDriver } from "../support/drivers.ts";
import { createQuoted, platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import { inHours } from "../support/whole-shipments.ts";
import { expect, faultsOf, issueKey, settled, startDashboard, type WatchedPage } from "./dashboard.ts";

/** Pages read once what they show, and still miss nothing that happens while their stream opens. */

const { server, enter } = await startDashboard();

const lists = ["attention/groups", "driver-notices", "drivers", "shipments", "shipments/statistics"];

async function enterAccount() {
  const page = await enter();
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  const accountId: string = (await answer.json()).account.id;
  return { page, accountId, client: await issueKey(page, server) };
}

/** An account with a driver on duty and a job that nobody has, and how often its page asks for which list. */
async function begin() {
  const { page, client, accountId } = await enterAccount();
  const fleet = await addOpenFleet(server, accountId);
  const change = { carrierId: fleet, name: "Kim Berger", onDuty: true };
  const driver = await addDriver(server, "sandbox", accountId, change);
  await acceptFleet(client, fleet, { reference: "ORD-1" });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const timesOf = (list: string) => {
    const urls = asked.filter((url) => new URL(url).pathname === `${platform}/${list}`);
    // The list of shipments is two: those that nobody drives, and all others.
    return [...Map.groupBy(urls, (url) => url).values()].map(({ length }) => length);
  };
  return { page, client, driver, timesOf };
}

const goTo = (page: WatchedPage) => page.goto(`${server.url}/dashboard/sandbox/dispatch`);
const jobIn = (page: WatchedPage) =>
  page.getByRole("region", { name: "Shipments" }).getByRole("button", { name: "ORD-1", exact: true });

test("Dispatch reads its lists once, after the stream was opened", async () => {
  const { page, client, driver, timesOf } = await begin();
  // However busy the machine is, the page waits for its stream.
  await page.addInitScript((max) => {
    const usual = setTimeout;
    const patient = (run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms === max && rest[0] === true ? 0 : usual(run, ms, ...rest);
    Object.assign(globalThis, { setTimeout: patient });
  }, openMaxMs);
  const opening = Promise.withResolvers<void>();
  await page.route("**/platform/stream?*", async (route) => {
    await opening.promise;
    await route.continue();
  });
  await goTo(page);
  await expect(page.getByRole("button", { name: "New orders: as usual" })).toBeVisible();
  expect(lists.flatMap(timesOf)).toEqual([]);
  opening.resolve();
  await expect(jobIn(page)).toBeVisible();
  const drivers = page.getByRole("region", { name: "Drivers", exact: true });
  await expect(drivers).toContainText("On duty");
  await settled(page);
  // What the stream tells next makes the page read the drivers again; some lists also follow a clock.
  await client.patch(`${platform}/drivers/${driver.id}`, { on_duty: false });
  await expect(drivers).toContainText("Off duty");
  expect(timesOf("shipments")).toEqual([1, 1]);
  expect(timesOf("shipments/statistics")).toEqual([1]);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("Dispatch has its lists although the stream does not open, and again when it does", async () => {
  const { page, timesOf } = await begin();
  const opening = Promise.withResolvers<void>();
  await page.route("**/platform/stream?*", async (route) => {
    await opening.promise;
    await route.continue();
  });
  await goTo(page);
  await expect(jobIn(page)).toBeVisible();
  await settled(page);
  opening.resolve();
  await expect.poll(() => lists.flatMap(timesOf).every((times) => times > 1)).toBe(true);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("Dispatch has its lists although the stream is refused", async () => {
  const { page } = await begin();
  await page.route("**/platform/stream?*", (route) => route.abort());
  await goTo(page);
  await expect(page.getByText("The live view is interrupted.")).toBeVisible();
  await expect(jobIn(page)).toBeVisible();
});

test("a shipment's page reads what its stream tells only where that is new", async () => {
  const page = await enter();
  const client = await issueKey(page, server);
  const { shipment } = await createQuoted(client);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const opened = page.waitForResponse("**/stream?*");
  await page.goto(`${server.url}/dashboard/sandbox/shipments/${shipment.id}`);
  await opened;
  await settled(page);
  const { status } = await client.post(`${platform}/shipments/${shipment.id}/cancellation`, {});
  expect(status).toBe(200);
  await expect(page).toHaveTitle(/Cancelled/);
  await settled(page);
  const timesOf = (path: string) => asked.filter((each) => each === `${platform}/${path}`).length;
  const [own, tracking] = [`shipments/${shipment.id}`, `tracking/${shipment.id}`];
  // The cancellation is new, and no position is.
  await expect.poll(() => [own, tracking, "events"].map(timesOf)).toEqual([2, 2, 2]);
  expect(timesOf(`${tracking}/positions`)).toBe(1);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("a shipment's page shows a moved window, and what a cancellation costs, without a reload", async () => {
  const { page, client, accountId } = await enterAccount();
  const services = [{ ...plainService, cancellation: [{ until: "at_pickup" as const, percent: 50 }] }];
  const active = { status: "active" } as const;
  const fleet = await addFleet(server, "sandbox", accountId, active, { ...plainCard, services });
  const { id } = await acceptFleet(client, fleet);
  const opened = page.waitForResponse("**/stream?*");
  await page.goto(`${server.url}/dashboard/sandbox/shipments/${id}`);
  await opened;
  await settled(page);
  const window = { start: inHours(48), end: inHours(49) };
  const move = { shipment_ids: [id], window };
  expect((await client.post(`${platform}/shipments/windows/batch`, move)).status).toBe(200);
  const details = page.getByRole("region", { name: "Details" });
  await expect(details).toContainText(formatWindow(window, "Europe/Berlin"));
  expect((await client.post(`${platform}/shipments/${id}/cancellation`, {})).status).toBe(200);
  await expect(page.getByRole("region", { name: "Charges" })).toContainText("2.50");
  expect(faultsOf(page.witness, server)).toEqual([]);
});
