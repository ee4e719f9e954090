import { expect as expectValue, test } from "bun:test";
import type { Locator } from "playwright-core";
import { savePlace } from "../../src/delivery/fleet/drivers/places.ts";
import { write } from "../../src/infra/deps.ts";
import { addDriver } from "../support/drivers.ts";
import { berlinMitte, kreuzberg, platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import { type Answer, type Client, eventually } from "../support/harness.ts";
import { startReceiver } from "../support/receiver.ts";
import { photograph } from "./appearance.ts";
import { expect, faultsOf, issueKey, startDashboard, type WatchedPage } from "./dashboard.ts";
import { connect, environment, linkOf, phone, syncNow } from "./phone.ts";

/**
 * Half past five, and it rains: 35 open jobs, two riders are out, one of them with goods, everybody is promised half an hour
 * later, a shop calls an order back, and new orders stop.
 */

const { server, enter, open, openWindow } = await startDashboard();

const jobsTotal = 35;
const clicksMax = 15;
const halfHourMs = 1_800_000;

/** Tomorrow at noon, so that nothing moves past a midnight. */
const noon = Math.floor(Date.now() / 86_400_000 + 1) * 86_400_000 + 11 * 3_600_000;
const promised = { start: new Date(noon).toISOString(), end: new Date(noon + halfHourMs).toISOString() };
const later = {
  start: new Date(noon + halfHourMs).toISOString(),
  end: new Date(noon + 2 * halfHourMs).toISOString(),
};

interface Evening {
  page: WatchedPage;
  client: Client;
  accountId: string;
  fleet: string;
}
type Job = Awaited<ReturnType<typeof acceptFleet>>;

const read = async ({ client }: Evening, { id }: Job): Promise<Answer["body"]> =>
  (await client.get(`${platform}/shipments/${id}`)).body;

async function accept({ client, fleet }: Evening, number: number): Promise<Job> {
  const contact = { name: `Recipient ${number}`, phone: "+4915112345678" };
  return acceptFleet(client, fleet, {
    reference: `ORD-${number}`,
    delivery: { contact, address: kreuzberg, window: promised },
  });
}

/** A rider on duty, so many hundredths of a degree north of every pickup. */
async function onDuty({ accountId, fleet }: Evening, name: string, north: number) {
  const change = { carrierId: fleet, name, onDuty: true, capacityAssignments: 50 };
  const driver = await addDriver(server, environment, accountId, change);
  await write(server.deps, environment, (writing) => {
    const now = server.deps.clock.now();
    const place = { latitude: berlinMitte.latitude + north / 100, longitude: berlinMitte.longitude };
    const known = { accuracyMeters: 5, headingDegrees: null, speedMps: null };
    savePlace(writing, driver.id, { ...place, ...known, recordedAt: now, receivedAt: now });
  });
  return driver;
}

async function pickUp({ client, fleet }: Evening, { assignmentId }: Job): Promise<void> {
  const at = new Date(server.deps.clock.now()).toISOString();
  const report = { id: `up-${assignmentId}`, at, type: "progress", assignment_id: assignmentId };
  const answer = await client.post(`${platform}/carriers/${fleet}/reports`, [
    { ...report, substatus: "picked_up" },
  ]);
  expectValue(answer.status).toBe(200);
}

test("a dispatcher gets through a rainy Friday with fifteen clicks", async () => {
  const page = await enter();
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  const accountId: string = (await answer.json()).account.id;
  const client = await issueKey(page, server);
  const evening: Evening = { page, client, accountId, fleet: await addOpenFleet(server, accountId) };
  const { fleet } = evening;
  const receiver = startReceiver();
  const webhook = await client.post(`${platform}/webhooks`, {
    url: receiver.url,
    events: ["shipment.rescheduled"],
  });
  expectValue(webhook.status).toBe(201);
  const tom = await onDuty(evening, "Tom Sick", 1);
  const ana = await onDuty(evening, "Ana Sick", 2);
  const kim = await onDuty(evening, "Kim Berger", 3);
  await onDuty(evening, "Sam Okafor", 9);
  const jobs: Job[] = [];
  for (let number = 1; number <= jobsTotal; number += 1) jobs.push(await accept(evening, number));
  const give = async (driver: { id: string }, theirs: readonly Job[]) => {
    const ids = theirs.map(({ assignmentId }) => assignmentId);
    const given = await client.post(`${platform}/assignments/driver/batch`, {
      driver_id: driver.id,
      assignment_ids: ids,
    });
    expectValue(given.status).toBe(200);
  };
  await give(tom, jobs.slice(0, 4));
  await give(ana, jobs.slice(4, 8));
  await give(kim, jobs.slice(8));
  const [carried, recalled] = [jobs[0], jobs[8]];
  if (!carried || !recalled) throw new Error("There are no jobs");
  for (const job of [carried, recalled]) await pickUp(evening, job);

  const riders = await openWindow(phone);
  await connect(riders, await linkOf(server, { accountId } as Parameters<typeof linkOf>[1], kim));
  const recipient = await openWindow();
  await recipient.goto((await read(evening, jobs[20] as Job)).tracking_url);
  const clockAt = (timestamp: string) =>
    new Intl.DateTimeFormat("en-US", {
      timeZone: "Europe/Berlin",
      hour: "numeric",
      minute: "2-digit",
    }).format(new Date(timestamp));
  await expect(recipient.locator(".eta")).toContainText(clockAt(promised.end));

  await open(page, "/dispatch");
  let clicks = 0;
  const click = async (locator: Locator) => {
    clicks += 1;
    await locator.click();
  };
  const drivers = page.getByRole("region", { name: "Drivers" });
  const needs = page.getByRole("region", { name: "Needs you" });
  const shipments = page.getByRole("region", { name: "Shipments" });
  const chosen = page.getByRole("region", { name: "Chosen" });

  await click(page.getByRole("button", { name: "New orders: as usual" }));
  await click(page.getByRole("menuitem", { name: "None for 2 hours" }));
  await expect(page.getByRole("button", { name: "New orders: none until" })).toBeVisible();

  for (const name of ["Tom Sick", "Ana Sick"]) {
    await click(drivers.getByRole("button", { name }));
    await click(page.getByRole("button", { name: "Out today" }));
    await expect(page.getByRole("button", { name: "Back again" })).toBeVisible();
  }
  // Seven jobs without goods look for somebody, and go to whoever is nearest.
  const released = needs.getByRole("listitem").filter({ hasText: "7 × No driver" });
  await click(released.getByRole("button", { name: "Assign all 7 to…" }));
  await click(page.getByRole("menuitem", { name: "Nearest" }));
  await expect(needs.getByText(/No driver/)).toHaveCount(0);
  // The parcel that Tom has: Kim meets him.
  const goods = needs.getByRole("button", { name: /^ORD-1 / });
  await expect(goods).toContainText("Driver is out");
  clicks += 1;
  await goods.dragTo(drivers.getByRole("button", { name: "Kim Berger" }));
  await expect(page.getByText("ORD-1 assigned to Kim Berger.")).toBeVisible();

  await click(shipments.getByLabel("Select all shipments"));
  await click(shipments.getByRole("button", { name: "Later…" }));
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status").first()).toContainText(`${jobsTotal} deliveries move.`);
  await click(dialog.getByRole("button", { name: `Move ${jobsTotal}` }));
  await expect(page.getByText(`${jobsTotal} deliveries moved.`)).toBeVisible();

  await click(shipments.getByRole("button", { name: "ORD-9", exact: true }));
  await click(chosen.getByRole("button", { name: "Bring it back…" }));
  await page.getByRole("dialog").getByLabel("Reason").fill("The shop packed the wrong order.");
  await click(page.getByRole("dialog").getByRole("button", { name: "Bring it back", exact: true }));
  await expect(chosen).toContainText("Asked to bring it back");
  await photograph(page, "rainy-friday");
  expectValue(clicks).toBeLessThanOrEqual(clicksMax);

  // Nothing is left with the two, every promise is the same wherever somebody reads it, and nobody was told twice.
  for (const driver of [tom, ana]) {
    const { body } = await client.get(`${platform}/drivers/${driver.id}/jobs`);
    expectValue(body.data).toEqual([]);
  }
  for (const job of jobs) {
    const shipment = await read(evening, job);
    expectValue([shipment.delivery.window, shipment.assignment.driver !== null]).toEqual([later, true]);
  }
  expectValue((await read(evening, recalled)).recall_requested_at).toBeString();
  expectValue((await client.get(`${platform}/carriers/${fleet}/load`)).body.accepts_orders).toBe(false);
  await expect(recipient.locator(".eta")).toContainText(clockAt(later.end));
  await eventually("the webhooks", () => receiver.received.length >= jobsTotal || undefined);
  const told = receiver.received.map(({ event }) => event.data.shipment.id);
  expectValue(told.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
  for (const { event } of receiver.received)
    expectValue([event.data.previous_window, event.data.shipment.delivery.window]).toEqual([promised, later]);
  await syncNow(riders);
  await expect(riders.getByRole("region", { name: "Bring it back" })).toContainText(
    "The shop packed the wrong order.",
  );
  expectValue(faultsOf(page.witness, server)).toEqual([]);
  await receiver.stop();
});
