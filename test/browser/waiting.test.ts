import { test } from "bun:test";
import { shipmentStore } from "../../src/delivery/lifecycle/state/store.ts";
import { systemClock } from "../../src/infra/clock.ts";
import { write } from "../../src/infra/deps.ts";
import { addDriver, driverToken } from "../support/drivers.ts";
import { platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import { findBarriers, photograph } from "./appearance.ts";
import { expect, faultsOf, issueKey, startDashboard, type WatchedPage } from "./dashboard.ts";

/** What a driver's time costs: waiting, charges and hours. */

/** It stands, for the pages too: how long somebody waited does not depend on how long a test takes. */
const standsAt = systemClock.now();
const clock = { ...systemClock, now: () => standsAt };
const { server, enter: enterNow, open } = await startDashboard({}, { clock });

async function enter(): Promise<WatchedPage> {
  const page = await enterNow();
  await page.clock.setFixedTime(standsAt);
  return page;
}

const iso = () => new Date(server.deps.clock.now()).toISOString();

async function accountOf(page: WatchedPage): Promise<string> {
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  return (await answer.json()).account.id;
}

/** A fleet whose only driver has a job. */
async function fleetOf(page: WatchedPage) {
  const accountId = await accountOf(page);
  const client = await issueKey(page, server);
  const fleet = await addOpenFleet(server, accountId, { free_waiting_minutes: 10 });
  const driver = await addDriver(server, "sandbox", accountId, {
    carrierId: fleet,
    name: "Kim Berger",
    onDuty: true,
  });
  const rider = server.client({ authorization: `Bearer ${await driverToken(server, driver, accountId)}` });
  const job = await acceptFleet(client, fleet, { reference: "ORD-1" });
  await client.post(`${platform}/assignments/${job.assignmentId}/driver`, { driver_id: driver.id });
  let reports = 0;
  const report = async (step: object) => {
    reports += 1;
    const sent = { id: `r-${reports}`, at: iso(), assignment_id: job.assignmentId, ...step };
    const { body } = await rider.post("/api/v1/driver/reports", { sent_at: iso(), reports: [sent] });
    expect(body.results).toMatchObject([{ result: "applied" }]);
  };
  return { client, fleet, driver, job, report };
}

test("a driver who waits is a need with the sender's number and a charge, which the shipment explains", async () => {
  const page = await enter();
  const { report, job } = await fleetOf(page);
  await report({ type: "progress", substatus: "at_pickup" });
  // 25 minutes later.
  await write(server.deps, "sandbox", ({ tx, now }) =>
    shipmentStore(tx).change(job.id, { stopArrivedAt: now - 25 * 60_000, attentionAt: now }),
  );
  await open(page, "/dispatch");
  const needsYou = page.getByRole("region", { name: "Needs you" });
  await needsYou.getByRole("button", { name: "ORD-1 Waiting at the pickup" }).click();
  const chosen = page.getByRole("region", { name: "Chosen" });
  await expect(
    chosen.getByText("The driver has waited at the pickup for 25 minutes. 10 minutes are free."),
  ).toBeVisible();
  await expect(chosen.getByRole("button", { name: "Call Book shop" })).toHaveAttribute(
    "href",
    "tel:+4930123456",
  );
  await chosen.getByRole("button", { name: "Charge waiting…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("textbox", { name: "Reason" })).toHaveValue(
    "The driver waited 25 minutes at the pickup. 10 are free at each stop.",
  );
  await dialog.getByRole("textbox", { name: "Per minute in EUR" }).fill("0.50");
  await expect(dialog.getByRole("textbox", { name: "Amount in EUR" })).toHaveValue("7.50");
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "charge-waiting");
  await dialog.getByRole("button", { name: "Add charge" }).click();
  await expect(dialog).toBeHidden();

  await report({ type: "progress", substatus: "picked_up" });
  await open(page, `/shipments/${job.id}`);
  const charges = page.getByRole("region", { name: "Charges" });
  const lines = charges.getByRole("listitem");
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText("The price of the accepted quote.");
  await expect(lines.last()).toContainText("The driver waited 25 minutes at the pickup.");
  await expect(lines.last()).toContainText("€7.50");
  await expect(page.getByText("25 minutes at the pickup", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Add a charge…" }).click();
  await dialog.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Discount" }).click();
  await dialog.getByRole("textbox", { name: "Amount in EUR" }).fill("900");
  await dialog.getByRole("button", { name: "Add charge" }).click();
  await expect(dialog.getByText(/^Must be at most €\d+\.\d\d: the shipment costs no more\.$/)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await photograph(page, "charges-of-shipment");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the hours of a driver stand on a tab, and those of the fleet are a file", async () => {
  const page = await enter();
  const { report, driver } = await fleetOf(page);
  await report({ type: "progress", substatus: "picked_up" });
  await report({ type: "delivered", proof: {} });
  await open(page, `/drivers/${driver.id}/days`);
  const row = page.getByRole("row").nth(1);
  await expect(row).toContainText("since ");
  await expect(row.getByRole("cell").last()).toHaveText("—");
  await expect(page.getByText(/^In all .* on duty and 1 delivery\./)).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "driver-hours");
  const own = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const text = await Bun.file((await (await own).path()) ?? "").text();
  expect(text.split("\r\n")[1]).toMatch(new RegExp(`^${driver.id},Kim Berger,`));

  await open(page, "/drivers");
  await page.getByRole("button", { name: "Hours…" }).click();
  const dialog = page.getByRole("dialog");
  expect(await findBarriers(page)).toEqual([]);
  await photograph(page, "fleet-hours");
  const all = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download CSV" }).click();
  expect(await Bun.file((await (await all).path()) ?? "").text()).toBe(text);
  await expect(dialog).toBeHidden();
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("of two dispatchers who assign the same job the second one reads who has it, and moves nothing", async () => {
  const page = await enter();
  const { client, fleet, job } = await fleetOf(page);
  const accountId = await accountOf(page);
  const sam = await addDriver(server, "sandbox", accountId, { carrierId: fleet, name: "Sam Okafor" });
  await addDriver(server, "sandbox", accountId, { carrierId: fleet, name: "Ann Park" });
  await open(page, `/shipments/${job.id}`);
  const moves = page.getByRole("region", { name: "Your fleet" });
  await moves.getByRole("button", { name: "Hand over to…" }).click();
  await expect(page.getByRole("menuitem", { name: "Ann Park" })).toBeVisible();
  // The stream that tells the page is not heard for a moment.
  await page.route("**/api/v1/**", (route) => {
    const isRead = route.request().method() === "GET";
    return isRead ? route.abort() : route.continue();
  });
  await client.post(`${platform}/assignments/${job.assignmentId}/driver`, { driver_id: sam.id });
  await page.getByRole("menuitem", { name: "Ann Park" }).click();
  await expect(moves.getByText("Sam O. has it by now.")).toBeVisible();
  await page.unrouteAll();
  const { body } = await client.get(`${platform}/shipments/${job.id}`);
  expect(body.assignment).toMatchObject({ driver_id: sam.id, driver: { name: "Sam O." } });
});
