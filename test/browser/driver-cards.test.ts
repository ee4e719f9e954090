import { describe, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { addDriver } from "../support/drivers.ts";
import { kreuzberg, platform, shipmentBody } from "../support/fixtures.ts";
import type { Answer } from "../support/harness.ts";
import { findBarriers, findColorBarriers, photographPhone } from "./appearance.ts";
import { expect, standstill, startDashboard } from "./dashboard.ts";
import {
  connect,
  type Day,
  environment,
  heading,
  linkOf,
  network,
  sign,
  startDay,
  stored,
  syncNow,
  takePhoto,
  tap,
} from "./phone.ts";

/** The driver's page with several parcels at one place, with forms that are closed, and with goods that go back. */

const dashboard = await startDashboard();
const { server } = dashboard;

const recipientPhone = "+4915112345678";
const alex = { name: "Alex Example", phone: recipientPhone };
const bo = { name: "Bo Example", phone: "+4915112345679" };

const to = (contact: object, requirements: object = {}, line2: string | null = null) => ({
  delivery: { contact, address: { ...kreuzberg, line2 }, requirements },
});
/** As it is given: the shipments are all picked up at the shop. */
const startAt = (shipments: Record<string, unknown>[], settings: object = {}) =>
  startDay(dashboard, shipments, settings, "as given");
const trackingOf = async ({ account, jobs }: Day, index: number): Promise<Answer["body"]> =>
  (await account.sandbox.get(`${platform}/tracking/${jobs[index]?.id}`)).body;
const pinOf = async ({ account, jobs }: Day, index: number): Promise<string> =>
  (await account.sandbox.get(`${platform}/shipments/${jobs[index]?.id}/pin`)).body.pin;
const numberOf = async ({ account, jobs }: Day, index: number): Promise<string> =>
  (await account.sandbox.get(`${platform}/shipments/${jobs[index]?.id}`)).body.tracking_number;
const dialog = (page: Page): Locator => page.getByRole("dialog");

async function pickUp(page: Page, button = "Picked up"): Promise<void> {
  await tap(page, "Arrived");
  await tap(page, "Pick up");
  await page.getByLabel("There is no label").check();
  await tap(page, button);
}

async function look(page: Page, name: string): Promise<void> {
  await standstill(page);
  expect(await findBarriers(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await findColorBarriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await photographPhone(page, name);
}

describe("parcels at one place", () => {
  test("are one card: one arrival, one pickup for the sender, one handover for each recipient, and a proof for each parcel", async () => {
    const needs = { pin: true, signature: true, photo: true };
    const day = await startAt([to(alex, needs), to(bo, {}, "2nd floor"), to(alex, needs)]);
    const { page, reports } = day;
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(heading(page, "Book shop")).toBeVisible();
    await expect(page.locator(".due")).toContainText("3 parcels");
    await expect(page.locator(".stops li")).toHaveCount(3);
    await look(page, "driver-card-pickup");
    await tap(page, "Arrived");
    await expect.poll(() => reports.filter(({ type }) => type === "progress").length).toBe(3);

    await tap(page, "Pick up");
    const done = page.getByRole("button", { name: "Picked up: 3 parcels" });
    for (const index of [2, 0]) {
      await page.getByLabel(/Tracking number/).fill(await numberOf(day, index));
      await expect(done).toBeDisabled();
    }
    await page.getByLabel(/Tracking number/).fill("WB00000000000");
    await page.getByText("This is another parcel. 2/3").waitFor();
    await page.getByLabel(/Tracking number/).fill((await numberOf(day, 1)).slice(-4));
    await page.getByText("This is the right parcel. 3/3").waitFor();
    await takePhoto(page);
    await look(page, "driver-card-pickup-form");
    await done.click();

    await expect(heading(page, "Oranienstr. 25")).toBeVisible();
    const ofAlex = page.getByRole("region", { name: "Deliver: Alex Example" });
    const ofBo = page.getByRole("region", { name: "Deliver: Bo Example" });
    await expect(ofAlex).toContainText("2 parcels");
    await expect(ofBo).toContainText("2nd floor");
    await expect(page.locator(".stops:not(.done) li")).toHaveCount(0);
    await tap(page, "Arrived");
    await page.getByRole("button", { name: "Hand over: Alex Example" }).waitFor();
    await look(page, "driver-card-delivery");
    await expect(network(page)).toHaveText("");
    let uploads = 0;
    page.on("requestfinished", (request) => {
      if (request.url().endsWith("/driver/images")) uploads += 1;
    });
    await page.context().setOffline(true);
    // The form says it too. A word that came in while somebody signs would move the place to sign.
    await syncNow(page);
    await expect(network(page)).toContainText("No network.");
    await tap(page, "Hand over: Alex Example");
    const [first, second] = [await numberOf(day, 0), await numberOf(day, 2)];
    await dialog(page)
      .getByLabel(`PIN ${first}`)
      .fill(await pinOf(day, 0));
    await sign(page);
    await takePhoto(page);
    await expect(page.getByText("Still missing: PIN.")).toBeVisible();
    await dialog(page)
      .getByLabel(`PIN ${second}`)
      .fill(await pinOf(day, 2));
    await look(page, "driver-card-handover");
    await tap(page, "Delivered");
    // The place stays at the top until all is done there.
    await expect(heading(page, "Bo Example")).toBeVisible();
    await tap(page, "Hand over");
    await tap(page, "Delivered");
    await heading(page, "No stops").waitFor();
    await expect(network(page)).toHaveText("No network. 3 steps wait and will be sent later.");
    await page.context().setOffline(false);
    await expect(network(page)).toHaveText("");

    const tracked = await Promise.all([0, 1, 2].map((index) => trackingOf(day, index)));
    expect(tracked.map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"]);
    const proofs = tracked.map(({ proof_of_delivery: proof }) => [
      proof.recipient_name,
      proof.signature !== null,
      proof.photos.length,
      proof.pin?.verified ?? null,
    ]);
    expect(proofs).toEqual([
      ["Alex Example", true, 1, true],
      ["Bo Example", false, 0, null],
      ["Alex Example", true, 1, true],
    ]);
    const urls = tracked.flatMap(({ proof_of_delivery: { signature } }) => signature?.url ?? []);
    expect(new Set(urls).size).toBe(2);
    // The bytes leave the phone once.
    expect(uploads).toBe(2);
    expect((await stored(page)).pictures).toBe(0);
    const picked = tracked.map(({ entries }) =>
      entries.find(({ substatus }: Answer["body"]) => substatus === "picked_up"),
    );
    expect(picked.map(({ photos }) => photos?.length)).toEqual([1, 1, 1]);
  });

  test("of several senders are picked up from each, and one of a person's parcels can fail alone", async () => {
    const { pickup } = shipmentBody() as Answer["body"];
    const florist = { pickup: { ...pickup, contact: { name: "Florist" } } };
    const day = await startAt([to(alex), { ...to(alex), ...florist }, to(alex)]);
    const { page, jobs } = day;
    await expect(heading(page, "Torstr. 1")).toBeVisible();
    await tap(page, "Arrived");
    await tap(page, "Cannot pick up: Book shop");
    const first = (await numberOf(day, 0)).slice(0, 13);
    await dialog(page).getByLabel(new RegExp(first)).uncheck();
    await dialog(page).getByLabel("Not ready").check();
    await tap(page, "Send");
    await tap(page, "Pick up: Florist");
    await page.getByLabel("There is no label").check();
    await tap(page, "Picked up");
    await expect(heading(page, "Book shop")).toBeVisible();
    await tap(page, "Pick up");
    await page.getByLabel("There is no label").check();
    await tap(page, "Picked up");
    await expect(heading(page, "Alex Example")).toBeVisible();
    await expect(page.locator(".due")).toContainText("2 parcels");
    await expect(network(page)).toHaveText("");
    const { body } = await day.account.sandbox.get(`${platform}/drivers/${day.driver.driverId}/stops`);
    expect(body.data.map(({ assignment_id }: Answer["body"]) => assignment_id)).toEqual([
      jobs[0]?.assignmentId,
      jobs[1]?.assignmentId,
    ]);
  });

  test("with a wrong PIN for one of two: the other is delivered, and one PIN is asked for again", async () => {
    const day = await startAt([to(alex, { pin: true, photo: true }), to(alex, { pin: true, photo: true })]);
    const { page } = day;
    await pickUp(page, "Picked up: 2 parcels");
    await tap(page, "Arrived");
    await tap(page, "Hand over");
    const right = await pinOf(day, 1);
    await dialog(page)
      .getByLabel(`PIN ${await numberOf(day, 0)}`)
      .fill(await pinOf(day, 0));
    await dialog(page)
      .getByLabel(`PIN ${await numberOf(day, 1)}`)
      .fill(right === "0000" ? "1111" : "0000");
    await takePhoto(page);
    await tap(page, "Delivered");
    await tap(page, "Try again");
    await expect(dialog(page).getByRole("img", { name: "Photo 1" })).toBeVisible();
    await dialog(page).getByLabel("PIN", { exact: true }).fill(right);
    await tap(page, "Delivered");
    await heading(page, "No stops").waitFor();
    await expect(network(page)).toHaveText("");
    for (const index of [0, 1]) {
      const { status, proof_of_delivery: proof } = await trackingOf(day, index);
      expect([status, proof.photos.length]).toEqual(["delivered", 1]);
    }
    expect((await stored(page)).pictures).toBe(0);
  });
});

describe("a closed form", () => {
  const needs = { pin: true, signature: true, photo: true };

  test("keeps signature, photo and PIN, however it was closed, and the chosen stop stays after a reload", async () => {
    const { pickup } = shipmentBody() as Answer["body"];
    const other = { ...to(bo), pickup: { ...pickup, address: { ...pickup.address, line1: "Torstr. 9" } } };
    const day = await startAt([other, to(alex, needs)]);
    const { page } = day;
    await page.getByRole("region", { name: "More stops" }).getByText("Torstr. 1,").click();
    await pickUp(page);
    await page.getByRole("region", { name: "More stops" }).getByText("Alex Example").click();
    await tap(page, "Arrived");
    await tap(page, "Hand over");
    await sign(page);
    await takePhoto(page);
    await page.getByLabel("PIN", { exact: true }).fill("0407");
    await page.getByLabel("Note (optional)").fill("Behind the gate");
    await page.getByLabel("Neighbor").check();
    const isWhole = async () => {
      await tap(page, "Hand over");
      const form = dialog(page);
      await expect(form.getByText("✓ Signature")).toBeVisible();
      await expect(form.getByRole("img", { name: "Photo 1" })).toBeVisible();
      await expect(form.getByLabel("PIN", { exact: true })).toHaveValue("0407");
      await expect(form.getByLabel("Note (optional)")).toHaveValue("Behind the gate");
      await expect(form.getByLabel("Neighbor")).toBeChecked();
    };
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await isWhole();
    await tap(page, "Cancel");
    await isWhole();
    await page.reload();
    await expect(heading(page, "Alex Example")).toBeVisible();
    await isWhole();
    await look(page, "driver-draft");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto("about:blank");
    await page.context().setOffline(true);
    await page.goto(`${server.url}/driver`);
    await expect(heading(page, "Alex Example")).toBeVisible();
    await isWhole();
    await page.getByLabel("PIN", { exact: true }).fill(await pinOf(day, 1));
    await tap(page, "Delivered");
    await expect.poll(async () => (await stored(page)).drafts).toEqual([]);
    await page.context().setOffline(false);
    await expect(network(page)).toHaveText("");
    const { status, proof_of_delivery: proof } = await trackingOf(day, 1);
    expect([status, proof.photos.length, proof.signature === null]).toEqual(["delivered", 1, false]);
    expect((await stored(page)).pictures).toBe(0);
  });

  test("keeps nothing of a stop that is gone, of a photo that was removed, nor for another driver", async () => {
    const day = await startAt([to(alex, needs)]);
    const { page, account, driver, jobs } = day;
    const fill = async () => {
      await tap(page, "Hand over");
      await sign(page);
      await takePhoto(page);
      await expect.poll(async () => (await stored(page)).pictures).toBe(2);
      await page.keyboard.press("Escape");
    };
    await pickUp(page);
    await tap(page, "Arrived");
    await fill();
    await tap(page, "Hand over");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "Remove: Photo 1" }).click();
    await expect.poll(async () => (await stored(page)).pictures).toBe(0);
    await page.keyboard.press("Escape");
    await fill();
    const colleague = await addDriver(server, environment, account.accountId, {
      carrierId: driver.carrierId,
    });
    const path = `${platform}/assignments/${jobs[0]?.assignmentId}/driver`;
    expect((await account.sandbox.post(path, { driver_id: colleague.driverId })).status).toBe(200);
    await syncNow(page);
    await heading(page, "No stops").waitFor();
    const empty = { drafts: [], pictures: 0 };
    await expect.poll(() => stored(page)).toMatchObject(empty);

    expect((await account.sandbox.post(path, { driver_id: driver.driverId })).status).toBe(200);
    await syncNow(page);
    await expect(heading(page, "Alex Example")).toBeVisible();
    await fill();
    await connect(page, await linkOf(server, account, colleague));
    await expect.poll(() => stored(page)).toMatchObject(empty);
    expect((await stored(page)).text).not.toContain("Alex");
  });
});

test("the recipient can be called from the pickup until the handover, also without network; then the phone forgets the number", async () => {
  const day = await startAt([to(alex)], { riders_may_call: true });
  const { page } = day;
  await heading(page, "Book shop").waitFor();
  expect((await stored(page)).text).not.toContain(recipientPhone);
  await pickUp(page);
  const call = page.getByRole("link", { name: "Call Alex Example" });
  await expect(call).toHaveAttribute("href", `tel:${recipientPhone}`);
  await expect(page.getByRole("link", { name: "Message Alex Example" })).toHaveAttribute(
    "href",
    `sms:${recipientPhone}`,
  );
  await expect(page.getByRole("link", { name: "Call Book shop" })).toBeVisible();
  await look(page, "driver-call");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.context().setOffline(true);
  await page.reload();
  await expect(call).toBeVisible();
  await tap(page, "Arrived");
  await tap(page, "Hand over");
  await tap(page, "Delivered");
  await heading(page, "No stops").waitFor();
  expect((await stored(page)).text).not.toContain(recipientPhone);
  await page.context().setOffline(false);
  await expect(network(page)).toHaveText("");
  expect((await stored(page)).text).not.toContain(recipientPhone);
});

test("goods on their way back are handed over to whoever comes for them after all, with the proof that they need", async () => {
  const day = await startAt([to(alex, { pin: true })]);
  const { page } = day;
  await pickUp(page);
  await tap(page, "Arrived");
  await page.context().setOffline(true);
  await tap(page, "Could not deliver");
  await page.getByLabel("Nobody there").check();
  await tap(page, "Send");
  await page.getByText("Bring back · Next stop").waitFor();
  // The card has the sender's name: who hands the parcel to the sender must not report it as delivered.
  await expect(page.getByRole("button", { name: "Hand over" })).toHaveCount(0);
  await tap(page, "Give to the recipient");
  await expect(page.getByRole("dialog").getByRole("heading")).toHaveText("Give to the recipient");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("");
  await expect(page.getByRole("button", { name: "Delivered" })).toBeDisabled();
  await tap(page, "Cancel");
  await page.context().setOffline(false);
  await expect(network(page)).toHaveText("");
  await look(page, "driver-return");
  // No word breaks, German ones neither.
  const lines = await page.getByRole("button", { name: "Handed back" }).evaluate((button) => {
    const text = button.firstChild as Text;
    text.data = "Zurückgegeben";
    const range = document.createRange();
    range.selectNode(text);
    return range.getClientRects().length;
  });
  expect(lines).toBe(1);
  await tap(page, "Give to the recipient");
  const right = await pinOf(day, 0);
  await page.getByLabel("PIN", { exact: true }).fill(right === "0000" ? "1111" : "0000");
  await page.getByLabel("Name", { exact: true }).fill("Alex");
  await tap(page, "Delivered");
  await tap(page, "Try again");
  await page.getByLabel("PIN", { exact: true }).fill(right);
  await tap(page, "Delivered");
  await heading(page, "No stops").waitFor();
  await expect(network(page)).toHaveText("");
  const { status, proof_of_delivery: proof } = await trackingOf(day, 0);
  expect([status, proof.recipient_name, proof.pin]).toEqual([
    "delivered",
    "Alex",
    { verified: true, attempts: 2 },
  ]);
});
