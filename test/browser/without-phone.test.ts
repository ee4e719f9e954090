import { test } from "bun:test";
import { addDriver } from "../support/drivers.ts";
import { platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import type { Answer, Client } from "../support/harness.ts";
import { createOperator } from "../support/operator.ts";
import { expectGood, findBarriers, photograph, sidewaysScroll } from "./appearance.ts";
import { expect, issueKey, startDashboard, type WatchedPage, whileSaving } from "./dashboard.ts";
import { pickedUpAt } from "./phone.ts";

/** A dispatcher and a rider without a phone: duty by a switch, a printed sheet, and results by keyboard. */

const keysPerLineMax = 5;
const { server, enter, open, openWindow } = await startDashboard({});

async function accountOf(page: WatchedPage): Promise<string> {
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  return (await answer.json()).account.id;
}

/** A job for the driver, to a house of its own. */
async function giveJob(
  client: Client,
  carrierId: string,
  driverId: string,
  house: number,
  requirements: object = {},
) {
  const job = await acceptFleet(client, carrierId, {
    ...pickedUpAt(house, {}),
    if_undeliverable: "return",
    delivery: {
      contact: { name: `Recipient ${house}` },
      address: { line1: `Oranienstr. ${house}`, city: "Berlin", postal_code: "10999", country: "DE" },
      requirements,
    },
  });
  const path = `${platform}/assignments/${job.assignmentId}/driver`;
  expect((await client.post(path, { driver_id: driverId })).status).toBe(200);
  return job;
}

const trackingOf = async (client: Client, id: string): Promise<Answer["body"]> =>
  (await client.get(`${platform}/tracking/${id}`)).body;

/** Presses the keys, and returns how many a person pressed. */
async function press(page: WatchedPage, keys: readonly string[]): Promise<number> {
  for (const key of keys) await page.keyboard.press(key);
  return page.evaluate(() => {
    const counted = globalThis as unknown as { keys: number };
    const { keys } = counted;
    counted.keys = 0;
    return keys;
  });
}

/** Counts keys in the page, as a person presses them. */
const countKeys = (page: WatchedPage) =>
  page.evaluate(() => {
    Object.assign(globalThis, { keys: 0 });
    addEventListener("keydown", () => {
      (globalThis as unknown as { keys: number }).keys += 1;
    });
  });

test("each line takes at most five keys, is saved alone, and says why where it is not", async () => {
  const page = await enter();
  const accountId = await accountOf(page);
  const client = await issueKey(page, server);
  const fleet = await addOpenFleet(server, accountId);
  await open(page, "/drivers/new");
  await page.getByRole("textbox", { name: "Name" }).fill("Kim Berger");
  await page.getByLabel("Without a phone").check();
  await page.getByRole("button", { name: "Add driver" }).click();
  await expect(page.getByRole("region", { name: "Without a phone" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Create link" })).toHaveCount(0);
  const duty = page.getByRole("switch", { name: "Kim Berger is on duty" });
  await whileSaving(
    page,
    "**/drivers/*",
    () => duty.click(),
    () => expect(duty).toBeChecked(),
  );
  await expect(duty).toBeEnabled();
  await expect(duty).toBeChecked();
  const { body: found } = await client.get(`${platform}/drivers`);
  const [kim] = found.data;
  expect([kim.on_duty, kim.without_phone]).toEqual([true, true]);

  const jobs = [
    await giveJob(client, fleet, kim.id, 1, { signature: true, pin: true }),
    await giveJob(client, fleet, kim.id, 2),
    await giveJob(client, fleet, kim.id, 3),
  ];
  const ids = jobs.map(({ assignmentId }) => assignmentId);
  const order = ["pickup", "delivery"].flatMap((kind) => ids.map((id) => `${id}.${kind}`));
  expect((await client.put(`${platform}/drivers/${kim.id}/stops/order`, { stops: order })).status).toBe(200);

  await page.getByRole("link", { name: "Enter results" }).click();
  const lines = page.getByRole("region", { name: "Results" }).getByRole("row");
  await expect(lines).toHaveCount(7);
  await expect(page.getByText("The proof will say that it lacks: signature, PIN.")).toBeVisible();
  await countKeys(page);
  await page.getByRole("combobox", { name: "Result, Pickup, Torstr. 1" }).focus();
  const keys: number[] = [];
  for (const house of [1, 2]) {
    keys.push(await press(page, ["p", "Enter"]));
    await expect(lines.filter({ hasText: `Pickup, Torstr. ${house}` })).toContainText("Saved: Picked up");
  }
  // What the shop did not hand over is the dispatcher's again.
  keys.push(await press(page, ["f", "Enter"]));
  await expect(lines.filter({ hasText: "Pickup, Torstr. 3" })).toContainText("Saved: Not picked up");
  await expect(lines.filter({ hasText: "Oranienstr. 3" })).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Result, Delivery, Oranienstr. 1" })).toBeFocused();
  keys.push(await press(page, ["d", "k", "b", "Enter"]));
  await expect(lines.filter({ hasText: "Delivery, Oranienstr. 1" })).toContainText(
    /Saved: Delivered, kb, \d\d:\d\d/,
  );
  keys.push(await press(page, ["f", "n", "Enter"]));
  await expect(lines.filter({ hasText: "Delivery, Oranienstr. 2" })).toContainText(
    "Saved: Not delivered, Nobody there",
  );
  // The way back is a line of its own.
  await page.getByRole("combobox", { name: "Result, Return, Torstr. 2" }).focus();
  await photograph(page, "driver-results");
  await page.getByRole("combobox", { name: "Result, Return, Torstr. 2" }).focus();
  keys.push(await press(page, ["b", "Enter"]));
  await expect(lines.filter({ hasText: "Return, Torstr. 2" })).toContainText("Saved: Brought back");
  expect(keys).toEqual([2, 2, 2, 4, 3, 2]);
  expect(Math.max(...keys)).toBeLessThanOrEqual(keysPerLineMax);

  const [first, second, third] = await Promise.all(jobs.map(({ id }) => trackingOf(client, id)));
  expect(first).toMatchObject({
    status: "delivered",
    proof_of_delivery: { missing: ["signature", "pin"], captured_by: "client", recipient_name: "kb" },
  });
  expect([second.status, third.status]).toEqual(["returned", "assigned"]);
  expect((await client.get(`${platform}/shipments/${jobs[2]?.id}`)).body.assignment.driver).toBeNull();
  // A wrong key is put right where every state is.
  await lines.filter({ hasText: "Delivery, Oranienstr. 1" }).getByRole("link", { name: "Correct" }).click();
  await expect(page.getByRole("button", { name: "Correct…" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText("No stops", { exact: true })).toBeVisible();
});

test("a line with a wrong time or nothing in it stays, says so at its place, and the others are saved", async () => {
  const page = await enter();
  const accountId = await accountOf(page);
  const client = await issueKey(page, server);
  const carrierId = await addOpenFleet(server, accountId);
  const kim = await addDriver(server, "sandbox", accountId, { carrierId, withoutPhone: true });
  const [one, two] = [
    await giveJob(client, carrierId, kim.id, 1),
    await giveJob(client, carrierId, kim.id, 2),
  ];
  await open(page, `/drivers/${kim.id}/results`);
  const line = (name: string) =>
    page.getByRole("region", { name: "Results" }).getByRole("row").filter({ hasText: name });
  const result = (name: string) => page.getByRole("combobox", { name: `Result, ${name}` });
  await result("Pickup, Torstr. 1").focus();
  await page.keyboard.press("Enter");
  await expect(line("Pickup, Torstr. 1")).toContainText("Choose a result.");
  await result("Pickup, Torstr. 1").focus();
  await page.keyboard.press("p");
  await expect(page.getByRole("textbox", { name: "Time, Pickup, Torstr. 1" })).toBeFocused();
  await page.keyboard.type("25:99");
  await page.keyboard.press("Enter");
  await expect(line("Pickup, Torstr. 1")).toContainText("Type a time such as 14:10.");
  // The day before the job: the server says why.
  const early = new Date(server.deps.clock.now() - 3 * 3_600_000);
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" });
  await page.getByRole("textbox", { name: "Time, Pickup, Torstr. 1" }).fill(clock.format(early));
  await page.keyboard.press("Enter");
  await expect(line("Pickup, Torstr. 1")).toContainText(
    "The time must not be more than 5 minutes before the assignment.",
  );
  // Whoever has gone on to the next line is not called back.
  await expect(result("Delivery, Oranienstr. 1")).toBeFocused();
  await expect(result("Pickup, Torstr. 1")).toHaveValue("picked_up");
  const time = page.getByRole("textbox", { name: "Time, Pickup, Torstr. 1" });
  await time.fill("");
  await time.press("Enter");
  await expect(line("Pickup, Torstr. 1")).toContainText("Saved: Picked up");

  // Somebody else has the job meanwhile.
  const other = await addDriver(server, "sandbox", accountId, { carrierId, name: "Sam Okafor" });
  await page.route("**/stops*", (route) => route.abort());
  // The page reads one after the other: none from before is under way any more, which would take the line away.
  await page.waitForEvent("requestfailed", (request) => request.url().endsWith("/stops"));
  const path = `${platform}/assignments/${two.assignmentId}/driver`;
  expect((await client.post(path, { driver_id: other.driverId })).status).toBe(200);
  await result("Delivery, Oranienstr. 2").selectOption("recipient");
  await page.getByRole("button", { name: "Save Delivery, Oranienstr. 2" }).click();
  await expect(line("Delivery, Oranienstr. 2")).toContainText("The driver no longer has the job.");
  expect((await trackingOf(client, two.id)).status).toBe("assigned");
  expect((await trackingOf(client, one.id)).status).toBe("in_transit");
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute("**/stops*");
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await sidewaysScroll(page)).toBe(0);
  }
  await expectGood(page, "driver-results-errors");
});

test("on Dispatch the rider has a switch and a way to the results; a rider with a phone has neither", async () => {
  const page = await enter();
  const accountId = await accountOf(page);
  const carrierId = await addOpenFleet(server, accountId);
  const kim = await addDriver(server, "sandbox", accountId, { carrierId, withoutPhone: true });
  const sam = await addDriver(server, "sandbox", accountId, { carrierId, name: "Sam Okafor" });
  const client = await issueKey(page, server);
  await giveJob(client, carrierId, kim.driverId, 31);
  await giveJob(client, carrierId, sam.driverId, 32);
  await open(page, `/dispatch?driver=${kim.driverId}`);
  // Whoever has no phone taps nothing.
  await expect(page.getByRole("button", { name: /Sam Okafor.* 1 not seen/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /Kim Berger/ })).not.toHaveText(/not seen/);
  await page.getByRole("switch", { name: "Kim Berger is on duty" }).click();
  await expect(page.getByRole("region", { name: "Drivers", exact: true })).toContainText("On duty");
  // Nobody would read it.
  await expect(page.getByLabel("Note to the driver")).toHaveCount(0);
  await page.getByRole("link", { name: "Enter results" }).click();
  await expect(page.getByRole("combobox", { name: /^Result, Pickup/ })).toBeVisible();
  await open(page, `/dispatch?driver=${sam.driverId}`);
  await expect(page.getByRole("heading", { name: "Sam Okafor" })).toBeVisible();
  await expect(page.getByLabel("Note to the driver")).toBeVisible();
  await expect(page.getByRole("link", { name: "Enter results" })).toHaveCount(0);
  await open(page, `/drivers/${sam.driverId}/results`);
  await expect(page.getByText("This driver reports by phone")).toBeVisible();
  await expect(page.getByRole("link", { name: "Results", exact: true })).toHaveCount(0);
});

test("the operator enters results of the installation's drivers", async () => {
  const operator = await createOperator(server);
  const sender = await server.account();
  const carrierId = await addOpenFleet(server, null);
  const kim = await addDriver(server, "sandbox", null, { carrierId, withoutPhone: true });
  const job = await acceptFleet(sender.sandbox, carrierId);
  const path = `/api/v1/operator/assignments/${job.assignmentId}/driver?environment=sandbox`;
  expect((await operator.session.post(path, { driver_id: kim.driverId })).status).toBe(200);
  const page = await openWindow();
  const [name = "", value = ""] = operator.cookie.split("=");
  await page.context().addCookies([{ name, value, url: server.url }]);
  await page.goto(`${server.url}/dashboard/sandbox/operator/drivers/${kim.driverId}/results`);
  await page.getByRole("combobox", { name: /^Result, Pickup/ }).focus();
  await page.keyboard.press("p");
  await page.keyboard.press("Enter");
  await page.getByText("Saved: Picked up").waitFor();
  expect((await trackingOf(sender.sandbox, job.id)).status).toBe("in_transit");
});
