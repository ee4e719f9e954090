import { test } from "bun:test";
import { PDFDocument } from "@cantoo/pdf-lib";
import { attentionStore } from "../../src/delivery/fleet/attention/store.ts";
import { savePlace } from "../../src/delivery/fleet/drivers/places.ts";
import { exampleShipment } from "../../src/delivery/lifecycle/state/example.ts";
import { shipmentStore } from "../../src/delivery/lifecycle/state/store.ts";
import { write } from "../../src/infra/deps.ts";
import { addDriver } from "../support/drivers.ts";
import { berlinMitte, createQuoted, createShipment, platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import type { Answer, Client } from "../support/harness.ts";
import { berlinMap } from "../support/maps.ts";
import { createOperator } from "../support/operator.ts";
import { findBarriers, photograph } from "./appearance.ts";
import { expect, faultsOf, issueKey, signUp, startDashboard, type WatchedPage } from "./dashboard.ts";

/** A dispatcher runs the day from one page. */

const { server, enter, open, openWindow } = await startDashboard({ mapFile: berlinMap() });

async function accountOf(page: WatchedPage): Promise<string> {
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  return (await answer.json()).account.id;
}

/** A driver on duty, so many hundredths of a degree north of every pickup. */
async function onDuty(carrierId: string, accountId: string | null, name: string, north: number) {
  const driver = await addDriver(server, "sandbox", accountId, { carrierId, name, onDuty: true });
  await write(server.deps, "sandbox", (writing) => {
    const now = server.deps.clock.now();
    savePlace(writing, driver.id, {
      latitude: berlinMitte.latitude + north / 100,
      longitude: berlinMitte.longitude,
      accuracyMeters: 5,
      headingDegrees: null,
      speedMps: null,
      recordedAt: now,
      receivedAt: now,
    });
  });
  return driver;
}

const shipmentOf = async (client: Client, id: string) =>
  (await client.get(`${platform}/shipments/${id}`)).body;

test("a dispatcher assigns by drag and by keyboard, settles a trouble, and cancels many", async () => {
  const page = await enter();
  const accountId = await accountOf(page);
  const client = await issueKey(page, server);
  const fleet = await addOpenFleet(server, accountId);
  await onDuty(fleet, accountId, "Kim Berger", 1);
  await onDuty(fleet, accountId, "Sam Okafor", 3);
  const dragged = await acceptFleet(client, fleet, { reference: "ORD-1" });
  const typed = await acceptFleet(client, fleet, { reference: "ORD-2" });
  await open(page, "/dispatch");
  await expect(page).toHaveTitle("(2) · Dispatch · Sandbox – Waybill");

  const shipments = page.getByRole("region", { name: "Shipments" });
  const drivers = page.getByRole("region", { name: "Drivers" });
  await shipments
    .getByRole("row", { name: "ORD-1" })
    .dragTo(drivers.getByRole("button", { name: "Kim Berger" }));
  await expect(page.getByText("ORD-1 assigned to Kim Berger.")).toBeVisible();
  expect((await shipmentOf(client, dragged.id)).assignment.driver.name).toBe("Kim B.");

  await shipments.getByRole("button", { name: "ORD-2" }).press("Enter");
  const chosen = page.getByRole("region", { name: "Chosen" });
  // Before the shipment is read nobody knows its pickup, nor who is near.
  await expect(chosen.getByText("Nobody yet")).toBeVisible();
  await page.getByRole("button", { name: "Assign to…" }).press("Enter");
  await expect(page.getByRole("menuitem", { name: "Kim Berger 1.1 km · 1 of 5 jobs" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page.getByText("ORD-2 assigned to Sam Okafor.")).toBeVisible();
  expect((await shipmentOf(client, typed.id)).assignment.driver.name).toBe("Sam O.");
  await expect(page).toHaveURL(new RegExp(`shipment=${typed.id}`));
  await expect(page.getByText("Nothing needs you")).toBeVisible();
  await expect(page).toHaveTitle("Dispatch · Sandbox – Waybill");

  const late = await acceptFleet(client, fleet, { reference: "ORD-3" });
  const needsYou = page.getByRole("region", { name: "Needs you" });
  await needsYou.getByRole("button", { name: "ORD-3 No driver" }).click();
  await page.getByRole("button", { name: "Assign to…" }).click();
  await page.getByRole("menuitem", { name: "Kim Berger" }).click();
  await expect(page.getByText("Nothing needs you")).toBeVisible();
  expect((await shipmentOf(client, late.id)).assignment.driver.name).toBe("Kim B.");

  await drivers.getByRole("button", { name: "Kim Berger" }).click();
  const second = chosen.getByRole("listitem").nth(1);
  await expect(second).toContainText("Delivery");
  await chosen.getByRole("button", { name: /^Save \d+ min$/ }).click();
  await expect(second).toContainText("Pickup");
  const up = chosen.getByRole("button", { name: /^Move Delivery, .* up$/ }).first();
  await up.press("Enter");
  await expect(second).toContainText("Delivery");
  await expect(second.getByRole("button", { name: /^Move Delivery, .* down$/ })).toBeEnabled();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "dispatch");

  await shipments.getByRole("button", { name: "ORD-1" }).click();
  await expect(chosen.getByRole("button", { name: "Hand over to…" })).toBeVisible();
  await expect(chosen.getByText("Kim B.")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "dispatch-shipment");
  for (const name of ["ORD-1", "ORD-2"]) await shipments.getByLabel(`Select ${name}`).check();
  const download = page.waitForEvent("download");
  await shipments.getByRole("button", { name: "CSV of selected" }).click();
  expect(await Bun.file((await (await download).path()) ?? "").text()).toContain(",ORD-2,assigned,");
  const dialog = page.getByRole("dialog");
  await shipments.getByRole("button", { name: "Print labels…" }).click();
  const labels = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save as PDF" }).click();
  const pages = await PDFDocument.load(await Bun.file((await (await labels).path()) ?? "").bytes());
  expect(pages.getPageCount()).toBe(2);
  await shipments.getByRole("button", { name: "Cancel…" }).click();
  await dialog.getByRole("button", { name: "Cancel 2 shipments" }).click();
  await expect(dialog.getByRole("row", { name: "ORD-1 Cancelled" })).toBeVisible();
  await expect(dialog.getByRole("row", { name: "ORD-2 Cancelled" })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "dispatch-cancelled");
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect(shipments.getByRole("heading")).toHaveText("Shipments (1)");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

const hourMs = 3_600_000;
/** An hour that ends so many hours from now. */
const windowIn = (hours: number) => {
  const [start, end] = [hours - 1, hours].map((each) => new Date(Date.now() + each * hourMs).toISOString());
  return { start, end };
};
const { pickup, delivery } = exampleShipment;
const pickupIn = (hours: number) => ({ ...pickup, window: windowIn(hours) });
const deliveryIn = (hours: number) => ({ ...delivery, window: windowIn(hours) });

test("each number lists what it counts, and what can wait until its pickup is quiet", async () => {
  const page = await enter();
  const accountId = await accountOf(page);
  const client = await issueKey(page, server);
  await open(page, "/dispatch");
  const needsYou = page.getByRole("region", { name: "Needs you" });
  const shipments = page.getByRole("region", { name: "Shipments" });
  // Without a dot the map shows where the streets are.
  await expect(page.locator(".leaflet-control-scale-line")).toHaveText(/^(5|10|20) km$/);
  await expect(needsYou).toContainText("0 under way, 0 without a driver, 0 to accept");
  const fleet = await addOpenFleet(server, accountId);
  const kim = await onDuty(fleet, accountId, "Kim Berger", 1);
  const given = await acceptFleet(client, fleet, { reference: "ORD-1", pickup: pickupIn(20) });
  await client.post(`${platform}/assignments/${given.assignmentId}/driver`, { driver_id: kim.id });
  await acceptFleet(client, fleet, { reference: "ORD-2", pickup: pickupIn(30) });
  await acceptFleet(client, fleet, { reference: "ORD-3", pickup: pickupIn(10) });
  await createQuoted(client, { reference: "ORD-4", delivery: deliveryIn(15) });
  await expect(needsYou).toContainText("1 under way, 2 without a driver, 1 to accept");
  const references = shipments.getByRole("row").getByRole("button");
  // Those that nobody drives come first.
  await expect(references).toHaveText(["ORD-3", "ORD-2", "ORD-4", "ORD-1"]);
  const quiet = needsYou.getByRole("listitem").locator(".badge[data-tone=quiet]");
  await expect(quiet).toHaveText(["No driver", "No driver"]);
  await expect(needsYou.getByRole("listitem").first()).toContainText("ORD-3");

  for (const [figure, listed] of [
    ["2 without a driver", ["ORD-3", "ORD-2"]],
    ["1 to accept", ["ORD-4"]],
    ["1 under way", ["ORD-1"]],
  ] as const) {
    const button = needsYou.getByRole("button", { name: figure });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(references).toHaveText(listed);
    const heading = shipments.getByRole("heading");
    await expect(heading).toHaveText(`Shipments (${listed.length})`);
    await expect(heading).toBeFocused();
    await expect(button).toHaveAttribute("aria-pressed", "true");
  }
  await expect(page).toHaveURL(/rider=any/);
  await page.reload();
  await expect(references).toHaveText(["ORD-1"]);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(references).toHaveCount(4);
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "dispatch-figures");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

const copies = 600;

test("a busy day: how many there are in all, the soonest first, on the map at once, in a handful of requests", async () => {
  const page = await enter();
  const client = await issueKey(page, server);
  const { shipment: first } = await createQuoted(client, { delivery: deliveryIn(40) });
  await createQuoted(client, { reference: "ORD-1", delivery: deliveryIn(3) });
  // More than the page lists, each later than the one before.
  await write(server.deps, "sandbox", ({ tx, now }) => {
    const row = shipmentStore(tx).find(first.id);
    if (!row) throw new Error("the shipment is gone");
    for (let number = 1; number <= copies; number += 1) {
      const id = server.deps.ids.make("shp");
      const dueAt = now + (3 + number) * hourMs;
      const names = { trackingNumber: `COPY${number}`, trackingHash: `copy${number}` };
      shipmentStore(tx).insert({ ...row, ...names, id, dueAt, attentionAt: null });
      attentionStore(tx).save({
        id: server.deps.ids.make("att"),
        shipmentId: id,
        scheduleId: null,
        orderFormId: null,
        orderRequestId: null,
        accountId: row.accountId,
        assignmentId: null,
        carrierId: null,
        isInstalled: false,
        driverId: null,
        kind: "no_offer",
        since: now,
        dueAt,
        facts: { offers: 0 },
        raisedAt: now,
        dismissedAt: null,
        operatorDismissedAt: null,
      });
    }
  });
  // Off duty: the list of drivers is read first, and none of them is on the map.
  const accountId = await accountOf(page);
  const carrierId = await addOpenFleet(server, accountId);
  await addDriver(server, "sandbox", accountId, { carrierId, name: "Kim Berger", onDuty: false });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await open(page, "/dispatch");
  const needsYou = page.getByRole("region", { name: "Needs you" });
  await expect(needsYou.getByRole("heading")).toHaveText("Needs you (600)");
  await expect(page).toHaveTitle("(600) · Dispatch · Sandbox – Waybill");
  const shipments = page.getByRole("region", { name: "Shipments" });
  await expect(shipments.getByRole("heading")).toHaveText("Shipments (100 of 602)");
  await expect(shipments.getByRole("row").getByRole("button").first()).toHaveText("ORD-1");
  await expect(needsYou).toContainText("0 under way, 0 without a driver, 602 to accept");
  const group = needsYou.getByRole("button", { name: "600 × No offer" });
  await expect(group).toHaveAttribute("aria-expanded", "false");
  await group.click();
  await expect(needsYou.getByRole("button", { name: /^COPY/ })).toHaveCount(100);
  await expect(needsYou.getByRole("button", { name: /^COPY/ }).first()).toHaveText(
    new RegExp(`^COPY1No offer.*${delivery.contact.name} · Due`),
  );
  await expect(needsYou.getByText("The first 100 of 600.")).toBeVisible();
  await expect(page.locator(".map-dot-pickup").first()).toBeInViewport();
  const single = asked.filter((path) => /\/shipments\/shp_/.test(path));
  expect(single).toEqual([]);
  const reads = asked.filter((path) => path.startsWith("/api/"));
  expect(reads.length).toBeLessThan(40);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("filters stand in the address; a new trouble is heard and stands in the tab; jobs and stops change hands and places", async () => {
  const page = await enter();
  await page.addInitScript(() => {
    const { start } = OscillatorNode.prototype;
    Object.assign(globalThis, { tones: 0 });
    OscillatorNode.prototype.start = function (when) {
      Object.assign(globalThis, { tones: tonesOf() + 1 });
      start.call(this, when);
    };
    const tonesOf = () => (globalThis as unknown as { tones: number }).tones;
  });
  const tones = () => page.evaluate(() => (globalThis as unknown as { tones: number }).tones);
  const accountId = await accountOf(page);
  const client = await issueKey(page, server);
  const fleet = await addOpenFleet(server, accountId);
  const kim = await onDuty(fleet, accountId, "Kim Berger", 1);
  const sam = await onDuty(fleet, accountId, "Sam Okafor", 3);
  const [one, two] = [
    await acceptFleet(client, fleet, { reference: "ORD-1" }),
    await acceptFleet(client, fleet, { reference: "ORD-2" }),
  ];
  for (const { assignmentId } of [one, two])
    await client.post(`${platform}/assignments/${assignmentId}/driver`, { driver_id: kim.id });
  await createShipment(client, { reference: "ORD-3" });
  await open(page, `/dispatch?state=assigned&carrier_id=${fleet}&q=ORD&driver=${kim.id}`);
  const shipments = page.getByRole("region", { name: "Shipments" });
  const chosen = page.getByRole("region", { name: "Chosen" });
  const drivers = page.getByRole("region", { name: "Drivers" });
  await expect(shipments.getByRole("heading")).toHaveText("Shipments (2)");
  await expect(chosen.getByRole("heading", { name: "Kim Berger" })).toBeVisible();
  await page.getByRole("textbox", { name: "Search" }).fill("ORD-2");
  await expect(shipments.getByRole("heading")).toHaveText("Shipments (1)");
  await expect(page).toHaveURL(/state=assigned.*q=ORD-2|q=ORD-2.*state=assigned/);
  await page.reload();
  await expect(shipments.getByRole("button", { name: "ORD-2" })).toBeVisible();
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(shipments.getByRole("heading")).toHaveText("Shipments (3)");
  await expect(page).toHaveURL(new RegExp(`/dispatch\\?driver=${kim.id}$`));

  const stopsOf = async ({ id }: { id: string }) => {
    const { body } = await client.get(`${platform}/drivers/${id}/stops`);
    return body.data.map(({ reference, kind }: Answer["body"]) => `${reference} ${kind}`);
  };
  expect(await stopsOf(kim)).toEqual(["ORD-1 pickup", "ORD-1 delivery", "ORD-2 pickup", "ORD-2 delivery"]);
  const stops = chosen.getByRole("listitem");
  await stops.nth(2).dragTo(stops.nth(0));
  await expect(stops.nth(0)).toContainText("ORD-2");
  expect(await stopsOf(kim)).toEqual(["ORD-2 pickup", "ORD-1 pickup", "ORD-1 delivery", "ORD-2 delivery"]);
  await stops.nth(3).dragTo(stops.nth(0));
  await expect(page.getByText("A pickup comes before its delivery.")).toBeVisible();

  await page.getByRole("checkbox", { name: "Sound" }).check();
  expect(await tones()).toBe(1);
  await shipments.getByRole("button", { name: "ORD-1" }).click();
  await chosen.getByRole("button", { name: "Take back" }).click();
  await expect(page.getByText("ORD-1 has no driver now.")).toBeVisible();
  await expect(page).toHaveTitle("(1) · Dispatch · Sandbox – Waybill");
  expect((await shipmentOf(client, one.id)).assignment.driver).toBeNull();
  await expect.poll(tones).toBe(2);
  await shipments
    .getByRole("row", { name: "ORD-2" })
    .dragTo(drivers.getByRole("button", { name: "Sam Okafor" }));
  await expect(page.getByText("ORD-2 assigned to Sam Okafor.")).toBeVisible();
  expect([await stopsOf(kim), await stopsOf(sam)]).toEqual([[], ["ORD-2 pickup", "ORD-2 delivery"]]);
  await drivers.getByRole("button", { name: "Sam Okafor" }).click();
  await chosen.getByRole("link", { name: "Phone and settings" }).click();
  await page.getByRole("link", { name: "Jobs", exact: true }).click();
  const number = (await shipmentOf(client, two.id)).tracking_number;
  await expect(page.getByRole("row", { name: `${number} Accepted` })).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "driver-jobs");
  await client.post(`${platform}/shipments/${two.id}/cancellation`, {});
  await expect(page.getByRole("row", { name: `${number} Cancelled` })).toBeVisible();
  await page.goto(`${server.url}/dashboard/sandbox/dispatch`);
  await page.getByRole("checkbox", { name: "Sound" }).uncheck();
  await acceptFleet(client, fleet, { reference: "ORD-4" });
  await expect(page).toHaveTitle("(2) · Dispatch · Sandbox – Waybill");
  expect(await tones()).toBe(0);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("on a tablet a finger assigns, hands over and changes the order by buttons: browsers drag with a mouse only", async () => {
  const page = await openWindow({ viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true });
  await signUp(page, server);
  const accountId = await accountOf(page);
  const client = await issueKey(page, server);
  const fleet = await addOpenFleet(server, accountId);
  await onDuty(fleet, accountId, "Kim Berger", 1);
  const sam = await onDuty(fleet, accountId, "Sam Okafor", 3);
  await acceptFleet(client, fleet, { reference: "ORD-1" });
  const { id } = await acceptFleet(client, fleet, { reference: "ORD-2" });
  await open(page, "/dispatch");
  const chosen = page.getByRole("region", { name: "Chosen" });
  const give = async (reference: string, button: string, driver: string) => {
    await page.getByRole("region", { name: "Shipments" }).getByRole("button", { name: reference }).tap();
    await chosen.getByRole("button", { name: button }).tap();
    await page.getByRole("menuitem", { name: driver }).tap();
    await expect(page.getByText(`${reference} assigned to ${driver}.`).last()).toBeVisible();
  };
  await give("ORD-1", "Assign to…", "Sam Okafor");
  await give("ORD-2", "Assign to…", "Kim Berger");
  await give("ORD-2", "Hand over to…", "Sam Okafor");
  expect((await shipmentOf(client, id)).assignment.driver.name).toBe("Sam O.");
  await page.getByRole("region", { name: "Drivers" }).getByRole("button", { name: "Sam Okafor" }).tap();
  const stops = chosen.getByRole("listitem");
  await expect(stops.nth(2)).toContainText("ORD-2");
  await stops.nth(2).getByRole("button", { name: /up$/ }).tap();
  await expect(stops.nth(1)).toContainText("ORD-2");
  const { body } = await client.get(`${platform}/drivers/${sam.id}/stops`);
  expect(body.data.map(({ kind }: Answer["body"]) => kind)).toEqual([
    "pickup",
    "pickup",
    "delivery",
    "delivery",
  ]);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the operator gives a job of the installation's fleet to the driver on the map", async () => {
  const operator = await createOperator(server);
  const sender = await server.account();
  const page = await openWindow();
  const [name = "", value = ""] = operator.cookie.split("=");
  await page.context().addCookies([{ name, value, url: server.url }]);
  const fleet = await addOpenFleet(server, null);
  await onDuty(fleet, null, "Robin Meyer", 1);
  await open(page, "/operator/dispatch");
  await expect(page.getByText("Nothing needs you")).toBeVisible();
  const { id } = await acceptFleet(sender.sandbox, fleet);
  const item = page.getByRole("region", { name: "Needs you" }).getByRole("button", { name: /No driver/ });
  await item.dragTo(page.locator(".map-dot-driver"));
  await expect(page.getByText(/^Shipment …\w+ assigned to Robin Meyer\.$/)).toBeVisible();
  await expect(page.getByText("Nothing needs you")).toBeVisible();
  expect((await shipmentOf(sender.sandbox, id)).assignment.driver.name).toBe("Robin M.");
  await onDuty(fleet, null, "Sam Okafor", 3);
  await page.reload();
  await page.getByRole("region", { name: "Drivers" }).getByRole("button", { name: "Robin Meyer" }).click();
  const chosen = page.getByRole("region", { name: "Chosen" });
  await chosen.getByRole("button", { name: /^Delivery, / }).click();
  await expect(chosen.getByRole("heading", { name: /^WB/ })).toBeVisible();
  await expect(chosen.getByText("Oranienstr. 25")).toBeVisible();
  await chosen.getByRole("button", { name: "Hand over to…" }).click();
  await page.getByRole("menuitem", { name: "Sam Okafor" }).click();
  await expect(page.getByText(/^WB\w+ assigned to Sam Okafor\.$/)).toBeVisible();
  expect((await shipmentOf(sender.sandbox, id)).assignment.driver.name).toBe("Sam O.");
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "dispatch-operator");

  const { assignment } = await shipmentOf(sender.sandbox, id);
  const at = new Date(server.deps.clock.now()).toISOString();
  const picked = { id: "up", at, assignment_id: assignment.id, type: "progress", substatus: "picked_up" };
  const reports = `/api/v1/operator/carriers/${fleet}/reports?environment=sandbox`;
  await operator.session.post(reports, [picked]);
  await chosen.getByRole("button", { name: "Bring it back…" }).click();
  await page.getByRole("dialog").getByLabel("Reason").fill("The shop packed the wrong order.");
  await page.getByRole("button", { name: "Bring it back", exact: true }).click();
  await expect(chosen.getByText("Asked to bring it back")).toBeVisible();
  await chosen.getByRole("button", { name: "Sam O. knows" }).click();
  await expect(chosen.getByRole("button", { name: "Go on with the delivery…" })).toBeVisible();
  expect((await shipmentOf(sender.sandbox, id)).failure).toMatchObject({
    reason_code: "recalled_by_sender",
    by: "operator",
  });
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("a dispatcher stops new orders with one menu, and sends a driver home who has goods", async () => {
  const page = await enter();
  const accountId = await accountOf(page);
  const client = await issueKey(page, server);
  const fleet = await addOpenFleet(server, accountId);
  const tom = await onDuty(fleet, accountId, "Tom Berger", 1);
  const waiting = await acceptFleet(client, fleet, { reference: "ORD-1" });
  const carried = await acceptFleet(client, fleet, { reference: "ORD-2" });
  const moved = await client.post(`${platform}/assignments/driver/batch`, {
    driver_id: tom.id,
    assignment_ids: [waiting.assignmentId, carried.assignmentId],
  });
  expect(moved.body.results.map(({ result }: { result: string }) => result)).toEqual([
    "assigned",
    "assigned",
  ]);
  const pickedUp = { type: "progress", assignment_id: carried.assignmentId, substatus: "picked_up" };
  const at = new Date(server.deps.clock.now()).toISOString();
  await client.post(`${platform}/carriers/${fleet}/reports`, [{ id: "r-1", at, ...pickedUp }]);
  await open(page, "/dispatch");

  const orders = page.getByRole("button", { name: "New orders: as usual" });
  // What reaches below the line is not cut off.
  const cut = await orders
    .locator(".mantine-Button-label")
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(cut).toBe(0);
  await orders.click();
  await page.getByRole("menuitem", { name: "None for 2 hours" }).click();
  await expect(page.getByRole("button", { name: "New orders: none until" })).toBeVisible();
  const load = `${platform}/carriers/${fleet}/load`;
  expect((await client.get(load)).body).toMatchObject({ accepts_orders: false, extra_minutes: 0 });

  await page.getByRole("region", { name: "Drivers" }).getByRole("button", { name: "Tom Berger" }).click();
  await page.getByRole("button", { name: "Out today" }).click();
  await expect(page.getByRole("button", { name: "Back again" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Needs you" }).getByText("Driver is out")).toBeVisible();
  expect((await shipmentOf(client, waiting.id)).assignment.driver).toBeNull();
  expect((await shipmentOf(client, carried.id)).assignment.driver.name).toBe("Tom B.");

  await page.getByRole("button", { name: "New orders: none until" }).click();
  await page.getByRole("menuitem", { name: "As usual" }).click();
  await expect(page.getByRole("button", { name: "New orders: as usual" })).toBeVisible();
  expect((await client.get(load)).body.accepts_orders).toBe(true);
  await page.getByRole("button", { name: "Back again" }).click();
  await expect(page.getByRole("button", { name: "Out today" })).toBeVisible();
  expect((await client.get(`${platform}/drivers/${tom.id}`)).body.absent_until).toBeNull();

  // A rider drives: Waybill plays nothing of this delivery.
  await open(page, `/shipments/${carried.id}`);
  const details = page.getByRole("region", { name: "Details" });
  await expect(details.getByText("If undeliverable")).toBeVisible();
  await expect(details.getByText("Simulation")).toHaveCount(0);
});
