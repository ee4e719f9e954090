import { describe, test } from "bun:test";
import { platform, shipmentBody } from "../support/fixtures.ts";
import { addPerson } from "../support/people.ts";
import { expectGood } from "./appearance.ts";
import { createShipment, expect, faultsOf, issueKey, signUp, startDashboard, wide } from "./dashboard.ts";

/** A shipment is repeated on days, which are skipped and taken in by clicks, and copied to another day. */

const { server, openWindow } = await startDashboard();

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const everyDay = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

describe("a standing order", () => {
  test("repeats a shipment, skips a day by a click, pauses and is deleted", async () => {
    const page = await openWindow();
    await signUp(page, server);
    const api = await issueKey(page, server);
    const shipment = await createShipment(page, server, { reference: "Bread" });
    await page.goto(`${server.url}/dashboard/sandbox/shipments/${shipment.id}`);
    await page.getByRole("link", { name: "Repeat…" }).click();
    await page.getByRole("heading", { level: 1, name: "New standing order" }).waitFor();
    await expect(page.getByLabel("Name")).toHaveValue("Bread");
    for (const day of everyDay) await page.getByRole("checkbox", { name: day }).setChecked(true);
    await page.getByLabel("Pickup from").fill("06:00");
    await page.getByLabel("Pickup to").fill("05:00");
    await page.getByLabel("Not on").fill(`${dateIn(-9)}\n${dateIn(20)}`);
    await page.getByRole("button", { name: "Set up standing order" }).click();
    // What the API says stands at its field.
    await expect(
      page.getByText("Must be after from, or on the next day at most 12 hours later."),
    ).toBeVisible();
    await page.getByLabel("Pickup to").fill("07:30");
    await page.getByRole("button", { name: "Set up standing order" }).click();
    await expect(page.getByText(/^Must be from .* on\.$/)).toBeVisible();
    expect((await api.get(`${platform}/schedules`)).body.data).toEqual([]);
    await page.getByLabel("Not on").fill(dateIn(20));
    await page.getByLabel("Hours ahead").fill("1");
    await page.getByRole("button", { name: "Set up standing order" }).click();
    await page.getByRole("heading", { level: 1, name: "Bread" }).waitFor();
    const [schedule] = (await api.get(`${platform}/schedules`)).body.data;
    expect(schedule).toMatchObject({
      name: "Bread",
      pickup_window: { from: "06:00", to: "07:30" },
      time_zone: "Europe/Berlin",
      skip_dates: [dateIn(20)],
      create_hours_before: 1,
    });

    const coming = page.getByRole("region", { name: "What comes" });
    const skip = coming.getByRole("button", { name: /^Skip / });
    await skip.first().waitFor();
    const times = "6:00 – 7:30 AM";
    await expect(coming.getByText(times).first()).toBeVisible();
    const details = page.getByRole("region", { name: "Details" });
    await expect(details).toContainText(times);
    await expect(details).toContainText("1 hour before the pickup");
    const count = await skip.count();
    expect(count).toBeGreaterThan(12);
    const label = (await skip.nth(3).getAttribute("aria-label")) ?? "";
    await skip.nth(3).click();
    await coming.getByRole("button", { name: label.replace("Skip", "Take in") }).waitFor();
    await expect(skip).toHaveCount(count - 1);
    const path = `${platform}/schedules/${schedule.id}`;
    expect((await api.get(path)).body.skip_dates).toHaveLength(2);
    await expectGood(page, "schedule");
    await coming.getByRole("button", { name: label.replace("Skip", "Take in") }).click();
    await expect(skip).toHaveCount(count);
    expect((await api.get(path)).body.skip_dates).toEqual([dateIn(20)]);

    await page.getByRole("button", { name: "Edit…" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit Bread" });
    await dialog.getByLabel("Name").fill("Rolls");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name: "Rolls" }).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    expect((await api.get(path)).body).toMatchObject({ name: "Rolls", paused: true });
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("No standing orders yet").waitFor();
    expect((await api.get(path)).status).toBe(404);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("says in the list, on its page and on the board why a day failed, and viewers change nothing", async () => {
    const page = await openWindow();
    await signUp(page, server);
    const api = await issueKey(page, server);
    const made = await api.post(`${platform}/schedules`, {
      name: "Milk",
      shipment: shipmentBody({ carriers: ["nobody"] }),
      days: everyDay.map((day) => day.toLowerCase()),
      pickup_window: { from: "00:00", to: "00:00" },
    });
    expect(made.status).toBe(201);
    await page.goto(`${server.url}/dashboard/sandbox/schedules`);
    const why = page.getByText(/carriers must name a carrier that this account can use/);
    await why.first().waitFor();
    await expectGood(page, "schedules-failing");
    // No ellipsis cuts the window in a small one.
    await page.setViewportSize({ width: 1024, height: 768 });
    const pickup = page.getByRole("cell", { name: "12:00 AM – 12:00 AM, Berlin" });
    await pickup.waitFor();
    expect(await pickup.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await page.setViewportSize(wide);
    await page.goto(`${server.url}/dashboard/sandbox/dispatch`);
    await page.getByRole("link", { name: /Milk/ }).click();
    await page.getByRole("heading", { level: 1, name: "Milk" }).waitFor();
    await why.first().waitFor();
    await expectGood(page, "schedule-failing");
    const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
    const { cookie } = await addPerson(server, account.id, "viewer");
    const [name = "", value = ""] = cookie.split("=");
    await page.context().clearCookies();
    await page.context().addCookies([{ name, value, url: server.url }]);
    await page.reload();
    await why.first().waitFor();
    await expect(page.getByRole("button", { name: /^(Skip|Take in|Pause|Edit|Delete)/ })).toHaveCount(0);
  });
});

describe("a copy", () => {
  test("of a shipment opens, and of a day is made once after it was shown", async () => {
    const page = await openWindow();
    await signUp(page, server);
    const api = await issueKey(page, server);
    const start = new Date(`${dateIn(2)}T09:00:00Z`);
    const window = { start: start.toISOString(), end: new Date(start.getTime() + 3_600_000).toISOString() };
    const { pickup } = shipmentBody() as { pickup: object };
    for (const reference of ["One", "Two"])
      await createShipment(page, server, { reference, pickup: { ...pickup, window } });
    await page.goto(`${server.url}/dashboard/sandbox/shipments`);
    await page.getByRole("button", { name: "Copy a day…" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy a day" });
    await dialog.getByLabel("Shipments of").fill(dateIn(2));
    await dialog.getByLabel(/^To/).fill(dateIn(3));
    await dialog.getByText(/^2 shipments at the same times/).waitFor();
    await expectGood(page, "copy-day");
    await dialog.getByRole("button", { name: "Copy 2 shipments" }).dblclick();
    await dialog.getByText("2 shipments were copied.").waitFor();
    const { data } = (await api.get(`${platform}/shipments/copies?date=${dateIn(3)}`)).body;
    expect(data.map(({ reference }: { reference: string }) => reference).sort()).toEqual(["One", "Two"]);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await page.getByRole("link", { name: "One" }).first().click();
    await page.getByRole("button", { name: "Copy to a day…" }).click();
    const one = page.getByRole("dialog", { name: "Copy One" });
    await one.getByLabel(/^To/).fill(dateIn(4));
    await one.getByRole("button", { name: "Copy", exact: true }).click();
    await expect(one).toHaveCount(0);
    const next = (await api.get(`${platform}/shipments/copies?date=${dateIn(4)}`)).body.data;
    expect(next).toHaveLength(1);
    await expect(page).toHaveURL(new RegExp(next[0].id));
    expect(faultsOf(page.witness, server)).toEqual([]);
  });
});
