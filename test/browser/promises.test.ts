import { describe, test } from "bun:test";
import { addDriver } from "../support/drivers.ts";
import { kreuzberg, platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import type { Answer, Client } from "../support/harness.ts";
import { findBarriers, photograph, photographPhone } from "./appearance.ts";
import { expect, issueKey, standstill, startDashboard, type WatchedPage } from "./dashboard.ts";
import { startDay, syncNow } from "./phone.ts";

/** Promises that move: the dispatcher's dialog, the recipient's page and the rider's phone say the same. */

const dashboard = await startDashboard();
const { server, enter, open, openWindow } = dashboard;

/** Tomorrow at noon, so that nothing moves past a midnight. */
const noon = Math.floor(Date.now() / 86_400_000 + 1) * 86_400_000 + 11 * 3_600_000;
const soon = () => ({ start: new Date(noon).toISOString(), end: new Date(noon + 1_800_000).toISOString() });
const to = (name: string, email: string | null, window: object | null = soon()) => ({
  delivery: { contact: { name, phone: "+4915112345678", email }, address: kreuzberg, window },
});
const shipmentOf = async (client: Client, id: string): Promise<Answer["body"]> =>
  (await client.get(`${platform}/shipments/${id}`)).body;
const later = ({ start, end }: { start: string; end: string }, by: number) => ({
  start: new Date(Date.parse(start) + by * 60_000).toISOString(),
  end: new Date(Date.parse(end) + by * 60_000).toISOString(),
});

/** As the recipient reads it, in Berlin. */
const clockAt = (timestamp: string) =>
  new Intl.DateTimeFormat("en-US", { timeZone: "Europe/Berlin", hour: "numeric", minute: "2-digit" }).format(
    new Date(timestamp),
  );

async function accountOf(page: WatchedPage): Promise<string> {
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  return (await answer.json()).account.id;
}

describe("a dispatcher", () => {
  test("moves a selection by half an hour with two clicks, and sees before who is told", async () => {
    const page = await enter();
    const client = await issueKey(page, server);
    const accountId = await accountOf(page);
    const fleet = await addOpenFleet(server, accountId, { dispatch: "manual" });
    await addDriver(server, "sandbox", accountId, { carrierId: fleet, name: "Kim Berger", onDuty: true });
    const one = await acceptFleet(client, fleet, {
      reference: "ORD-1",
      ...to("Alex Example", "alex@example.com"),
    });
    const two = await acceptFleet(client, fleet, { reference: "ORD-2", ...to("Bo Example", null) });
    const before = await shipmentOf(client, one.id);
    const recipient = await openWindow();
    await recipient.goto(before.tracking_url);
    await expect(recipient.locator(".eta")).toContainText(clockAt(before.delivery.window.end));

    await open(page, "/dispatch");
    const shipments = page.getByRole("region", { name: "Shipments" });
    await shipments.getByLabel("Select all shipments").check();
    await shipments.getByRole("button", { name: "Later…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("status").first()).toContainText(
      "2 deliveries move. No recipient gets an email.",
    );
    // The sandbox writes to nobody, and says so of whoever has an address.
    await expect(dialog.getByRole("row", { name: "ORD-1" })).toContainText(
      "Alex Example gets none: emails are off.",
    );
    await expect(dialog.getByRole("row", { name: "ORD-2" })).toContainText(
      "Bo Example gets none: no email address.",
    );
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, "move-windows");
    expect((await shipmentOf(client, one.id)).delivery.window).toEqual(before.delivery.window);
    await dialog.getByRole("button", { name: "Move 2" }).click();
    await expect(page.getByText("2 deliveries moved.")).toBeVisible();
    const moved = later(before.delivery.window, 30);
    for (const { id } of [one, two]) expect((await shipmentOf(client, id)).delivery.window).toEqual(moved);
    // Without a reload.
    await expect(recipient.locator(".eta")).toContainText(clockAt(moved.end));
  });
});

describe("one shipment's page", () => {
  test("corrects the address and the window of the delivery after the acceptance, until the pickup those of the pickup too", async () => {
    const page = await enter();
    const client = await issueKey(page, server);
    const fleet = await addOpenFleet(server, await accountOf(page), { dispatch: "manual" });
    const { id } = await acceptFleet(client, fleet, { reference: "ORD-1", ...to("Alex Example", null) });
    await open(page, `/shipments/${id}`);
    await page.getByRole("button", { name: "Edit…" }).click();
    const dialog = page.getByRole("dialog");
    const delivery = dialog.getByRole("group", { name: "Delivery" });
    await expect(dialog.getByText("Your own fleet has it.")).toBeVisible();
    await expect(dialog.getByLabel("Street and number")).toHaveCount(2);
    await delivery.getByLabel("Street and number").fill("Skalitzer Str. 4");
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, "edit-accepted");
    await dialog.getByRole("button", { name: "Save shipment" }).click();
    await expect(page.getByText("Shipment saved.")).toBeVisible();
    const saved = await shipmentOf(client, id);
    expect([saved.status, saved.delivery.address.line1]).toEqual(["assigned", "Skalitzer Str. 4"]);

    await page.getByRole("button", { name: "Later…" }).click();
    await page.getByText("New time", { exact: true }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Move", exact: true })).toBeDisabled();
    await page.getByText("60 min", { exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Move 1" }).click();
    await expect(page.getByText("1 delivery moved.")).toBeVisible();
    expect((await shipmentOf(client, id)).delivery.window).toEqual(later(saved.delivery.window, 60));
  });
});

describe("a rider", () => {
  test("sees new times together, and another address by itself", async () => {
    const { page, account, jobs } = await startDay(dashboard, [
      to("Alex Example", null),
      to("Bo Example", null),
      to("Cleo Example", null),
    ]);
    const shipment_ids = jobs.map(({ id }) => id);
    const moved = await account.sandbox.post(`${platform}/shipments/windows/batch`, {
      shipment_ids,
      delay_minutes: 30,
      notify: false,
    });
    expect(moved.status).toBe(200);
    const address = { line1: "Skalitzer Str. 4", latitude: 52.4995, longitude: 13.418 };
    const path = `${platform}/shipments/${shipment_ids[0]}`;
    expect((await account.sandbox.patch(path, { delivery: { address } })).status).toBe(200);
    await syncNow(page);
    const cards = page.getByRole("region", { name: "Changed" });
    await expect(cards).toHaveCount(2);
    await expect(cards.first()).toContainText("Skalitzer Str. 4");
    await expect(cards.last().locator("ol > li")).toHaveCount(2);
    await cards.last().getByRole("button", { name: "Seen" }).click();
    await expect(cards).toHaveCount(1);
    await expect(page.locator(".pending")).toHaveCount(1);
  });

  test("reads the old and the new time and address until they have seen it", async () => {
    const day = await startDay(dashboard, [to("Alex Example", null)]);
    const { page, account, jobs } = day;
    await page.setViewportSize({ width: 390, height: 844 });
    const [job] = jobs;
    const path = `${platform}/shipments/${job?.id}`;
    const window = later((await shipmentOf(account.sandbox, job?.id ?? "")).delivery.window, 45);
    const address = { line1: "Skalitzer Str. 4", latitude: 52.4995, longitude: 13.418 };
    const answer = await account.sandbox.patch(path, { delivery: { window, address } });
    expect(answer.status).toBe(200);
    await syncNow(page);
    const card = page.getByRole("region", { name: "Changed" });
    await expect(card.locator("del")).toHaveCount(2);
    await expect(card.locator("ins").nth(1)).toContainText("Skalitzer Str. 4");
    await expect(page.locator(".stops .pending")).toHaveText("Changed");
    await standstill(page);
    expect(await findBarriers(page)).toEqual([]);
    await photographPhone(page, "driver-changed");
    await card.getByRole("button", { name: "Seen" }).click();
    await expect(card).toHaveCount(0);
    await expect(page.locator(".stops .pending")).toHaveCount(0);
    await expect
      .poll(async () => (await account.sandbox.get(`${path}`)).body.delivery.window)
      .toEqual(window);
  });
});
