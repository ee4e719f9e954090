import { describe, test } from "bun:test";
import { sql } from "drizzle-orm";
import type { BrowserContextOptions, Page, Response } from "playwright-core";
import { shipmentBody as inChicago } from "../../src/cli/demo-shipment.ts";
import type { QuotesAnswer } from "../../src/delivery/lifecycle/quotes/schema.ts";
import { shortShipment } from "../../src/delivery/lifecycle/state/example.ts";
import { platform } from "../support/fixtures.ts";
import { demoMap } from "../support/maps.ts";
import { inHours } from "../support/whole-shipments.ts";
import { findBarriers, photograph } from "./appearance.ts";
import {
  advance,
  createShipment,
  expect,
  faultsOf,
  fillLogs,
  fillWithExample,
  issueKey,
  settled,
  startDashboard,
} from "./dashboard.ts";

/** A shipment's life on the dashboard and on its recipient's page, in a real browser. */

const { server, openWindow, enter, open } = await startDashboard({ mapFile: demoMap });

const urlOf = (path: string) => `${server.url}/dashboard/sandbox${path}`;
const statusOn = (page: Page, words: string | RegExp) =>
  page.getByRole("status").filter({ hasText: words }).first().waitFor();

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).first().click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

async function createByHand(page: Page, { speed = "One minute", outcome = "Delivered" } = {}) {
  await page.goto(urlOf("/shipments/new"));
  await fillWithExample(page);
  await choose(page, "Speed", speed);
  await choose(page, "Outcome", outcome);
  await page.getByRole("button", { name: "Create shipment" }).click();
  await page.getByRole("heading", { name: "Quotes" }).waitFor();
}

const acceptButtons = (page: Page) => page.getByRole("button", { name: /^Accept quote from/ });

describe("a shipment", () => {
  test("is created, given to a carrier and followed to the door, without a reload", async () => {
    const page = await enter();
    await page.goto(urlOf("/shipments"));
    await page.getByText("No shipments yet").waitFor();
    await settled(page);
    expect(page.witness.requests.filter((url) => /world|route-map/.test(url))).toEqual([]);
    await createByHand(page, { speed: "10× faster" });
    await expect(page.getByText("Cheapest", { exact: true })).toHaveCount(1);
    await expect(page.getByText("Fastest", { exact: true })).toHaveCount(1);
    const loads = page.witness.requests.filter((url) => url === page.url()).length;

    // Before anybody sets out, one line from end to end.
    await expect(page.locator("path.map-plan")).toHaveAttribute("d", /^M[^L]+L[^L]+$/);
    await expect(page.locator("path.map-traveled")).toHaveCount(0);
    await page.locator("path.map-land").first().waitFor({ state: "attached" });
    expect(page.witness.requests.filter((url) => /world-[\w-]+\.js/.test(url))).toHaveLength(1);

    await acceptButtons(page).first().click();
    await statusOn(page, "The parcels were delivered.");
    await page.getByRole("heading", { name: "Proof of delivery" }).waitFor();
    // A line of at least five points.
    await expect(page.locator("path.map-traveled")).toHaveAttribute("d", /(L[^L]+){5}/);
    await expect(page.locator(".map-driver")).toHaveCount(0);
    await expect(page.locator("path.map-plan")).toHaveCount(0);

    const saving = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download the proof file" }).click();
    expect((await saving).suggestedFilename()).toMatch(/^proof-shp_.*\.json$/);

    const pictures = page.locator("img.proof");
    await expect(pictures).toHaveCount(2);
    for (const picture of await pictures.all()) {
      const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
      await expect.poll(width).toBeGreaterThanOrEqual(100);
    }
    expect(page.witness.requests.filter((url) => url === page.url())).toHaveLength(loads);
    const polled = page.witness.requests.filter((url) => /\/stream/.test(url));
    expect(polled.length).toBeGreaterThan(0);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("moves step by step where a hand moves it", async () => {
    const page = await enter();
    await createByHand(page, { speed: "Manual steps" });
    await acceptButtons(page).first().click();
    const step = (name: string) => page.getByRole("button", { name, exact: true });
    await step("Confirmed").click();
    await statusOn(page, "The carrier has confirmed.");
    await expect(step("Confirmed")).toHaveCount(0);
    await step("En route to delivery").click();
    await statusOn(page, "The driver is on the way to the delivery.");
    await page.locator("path.map-land").waitFor({ state: "attached" });
    await page.locator(".map-driver").waitFor();
    await expect(page.locator(".map-label")).toHaveText(["Berlin", "Potsdam"]);
    await step("At delivery").click();
    await statusOn(page, "The driver is at the door.");
    await step("Delivered").click();
    await statusOn(page, "The parcels were delivered.");
    await expect(page.getByText("Simulated driver")).toHaveCount(0);
    const details = page.getByRole("region", { name: "Details" });
    await expect(details.getByText("Delivered, manual steps")).toBeVisible();
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("whose offers have ended can be offered anew", async () => {
    const page = await enter();
    await createByHand(page, { outcome: "Quotes expire" });
    const expired = page.getByRole("button", { name: /^Accept quote from/, disabled: true });
    await expect(expired).toHaveCount(3);
    await expect(page.getByText(/^Expired (just now|\d)/)).toHaveCount(3);
    await expect(page.getByText("All quotes have expired. Request new ones.")).toBeVisible();
    const answer = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().endsWith("/quotes"),
    );
    await page.getByRole("button", { name: "Request new quotes" }).click();
    // They last a second, so that the page may come to show them only when it is over.
    const { data }: QuotesAnswer = await (await answer).json();
    expect(data).toHaveLength(3);
    for (const { expires_at } of data) {
      await expect(page.locator(`time[datetime="${expires_at}"]`).first()).toBeVisible();
    }
    await expect(acceptButtons(page)).toHaveCount(3);
  });

  test("that no carrier takes says who refused and why, and can be put right in place", async () => {
    const page = await enter();
    const api = await issueKey(page, server);
    const address = { line1: "Alexandrinenstr. 7", city: "Potsdamm", country: "DE" };
    const { body } = await api.post(`${platform}/shipments`, {
      ...shortShipment,
      delivery: { contact: shortShipment.delivery.contact, address },
      parcels: [{ weight_grams: 99_999_999 }],
    });
    await page.goto(urlOf(`/shipments/${body.id}`));
    await page.getByText("Carriers that didn't quote").waitFor();
    await statusOn(page, "No carrier can take this shipment.");
    await expect(page.getByText("Send coordinates or a known town.")).toHaveCount(2);
    await expect(page.getByText("incomplete_address")).toHaveCount(0);
    await expect(page.getByText("99,999.999 kg")).toBeVisible();
    await expect(acceptButtons(page)).toHaveCount(0);

    // The weight cannot be edited, so another shipment begins as a copy of this one.
    await page.getByRole("link", { name: "Duplicate and change" }).click();
    await page.getByText(`A copy of ${body.tracking_number}.`).waitFor();
    await expect(page.getByLabel("Town").last()).toHaveValue("Potsdamm");
    const button = page.getByRole("button", { name: "Create shipment" });
    await expect(button).toBeInViewport();
    await page.getByLabel("Weight (kg)").fill("50");
    await expect(page.getByText("50 kg, 110.23 lb")).toBeVisible();
    const prices = page.getByRole("region", { name: "Prices" });
    await prices.getByRole("button", { name: "Show prices" }).click();
    await expect(prices.getByRole("listitem")).toHaveText([/^Parcel Post, Next Day, delivery .+€/]);
    await page.getByLabel("Town").first().fill("");
    await expect(prices.getByRole("listitem")).toHaveCount(0);
    await prices.getByRole("button", { name: "Show prices" }).click();
    await expect(page.getByLabel("Town").first()).toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Town").first().fill("Berlin");
    await button.click();
    await page.getByRole("heading", { name: "Quotes" }).waitFor();
    await expect(acceptButtons(page)).toHaveCount(1);
    // The only quote is neither.
    await expect(page.getByText(/^(Cheapest|Fastest)$/)).toHaveCount(0);
    await page.getByText("Price details").click();
    await expect(page.getByText("Base fare")).toBeVisible();

    await page.getByRole("link", { name: "Shipments", exact: true }).first().click();
    await page.getByRole("link", { name: "Create shipment" }).click();
    await page.getByLabel("Recent recipients").and(page.locator("input")).click();
    await page.getByRole("option", { name: "Alex Example, Alexandrinenstr. 7, Potsdamm" }).click();
    await expect(page.getByLabel("Street and number").last()).toHaveValue("Alexandrinenstr. 7");
    await page.getByLabel("Recent pickups").and(page.locator("input")).click();
    await page.getByRole("option", { name: "Book shop, Torstr. 1, Berlin" }).click();
    await page.getByLabel("Weight (kg)").fill("1,2");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Quotes" }).waitFor();
    await page.getByRole("button", { name: "Fix the address" }).click();
    await expect(page.getByLabel("Town").last()).toBeFocused();
    await page.getByLabel("Town").last().fill("Potsdam");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(acceptButtons(page)).toHaveCount(3);
    await expect(page.getByText(/26(\.\d)? km \(straight line\)/)).toBeVisible();

    // An exact place stays with another spelling of the street only if somebody says so.
    const edit = () => page.getByRole("button", { name: "Edit…" }).click();
    const save = () => page.getByRole("button", { name: "Save" }).click();
    await edit();
    await page.locator("summary").filter({ hasText: "coordinates" }).last().click();
    await page.getByLabel("Latitude").last().fill("52.39");
    await page.getByLabel("Longitude").last().fill("13.06");
    const id = page.url().match(/shp_[0-9a-z]+/)?.[0];
    const isRead = (response: Response) =>
      response.request().method() === "GET" && response.url().endsWith(`/shipments/${id}`);
    const read = page.waitForResponse(isRead);
    await save();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // The form begins with what the page has read last.
    await read;
    await edit();
    await page.getByLabel("Street and number").last().fill("Alexandrinenstraße 7");
    await page.getByLabel("The coordinates are still right").check();
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await save();
    expect((await sent).postDataJSON()).toEqual({
      delivery: { address: { line1: "Alexandrinenstraße 7", latitude: 52.39, longitude: 13.06 } },
    });
    await page.getByText("Alexandrinenstraße 7", { exact: true }).waitFor();
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("is cancelled only after the page has named what goes", async () => {
    const page = await enter();
    const shipment = await createShipment(page, server);
    await page.goto(urlOf(`/shipments/${shipment.id}`));
    await page.getByRole("button", { name: "Cancel…" }).click();
    const dialog = page.getByRole("dialog", { name: `Cancel ${shipment.tracking_number}` });
    await dialog
      .getByText(/from Berlin to Potsdam will not be delivered. The booking with .+ is cancelled\./)
      .waitFor();
    await dialog.getByRole("button", { name: "Keep shipment" }).click();
    await dialog.waitFor({ state: "detached" });
    await statusOn(page, "Assigned");
    await page.getByRole("button", { name: "Cancel…" }).click();
    await dialog.getByRole("button", { name: "Cancel shipment" }).click();
    await statusOn(page, "It will not be delivered.");
    await expect(page.getByRole("button", { name: "Cancel…" })).toHaveCount(0);
  });

  test("has a link for its recipient that can be ended and replaced", async () => {
    const page = await enter();
    const { id, tracking_url } = await createShipment(page, server);
    await page.goto(urlOf(`/shipments/${id}`));
    const link = page.getByRole("link", { name: "Open tracking page" });
    await expect(link).toHaveAttribute("href", new URL(tracking_url).pathname);
    await expect(page.getByRole("button", { name: "Copy the tracking link" })).toBeVisible();
    await page.getByRole("button", { name: "End link" }).click();
    const ending = page.getByRole("dialog", { name: "End the tracking link" });
    await ending.getByRole("button", { name: "End link" }).click();
    await page.getByText("The link has ended.", { exact: true }).waitFor();
    await expect(link).toHaveCount(0);
    await page.getByRole("button", { name: "New link" }).click();
    const replacing = page.getByRole("dialog", { name: "Create a new tracking link" });
    await replacing.getByRole("button", { name: "Create link" }).click();
    await link.waitFor();
    await expect(link).not.toHaveAttribute("href", new URL(tracking_url).pathname);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("that has ended loses its personal data once the page has named what goes", async () => {
    const page = await enter();
    await createByHand(page, { speed: "Instant" });
    await acceptButtons(page).first().click();
    await statusOn(page, "The parcels were delivered.");
    await expect(page.locator("img.proof")).toHaveCount(2);
    await page.getByText("Alex Example").first().waitFor();
    const opener = page.getByRole("button", { name: "Erase personal data…" });
    await opener.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("This cannot be undone.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Alex Example").first().waitFor();

    await opener.click();
    await dialog.getByRole("button", { name: "Erase personal data" }).click();
    await statusOn(page, "Personal data erased");
    await expect(page.getByText("Alex Example")).toHaveCount(0);
    await expect(page.getByText("[redacted]")).toHaveCount(0);
    await expect(page.locator("img.proof")).toHaveCount(0);
    await expect(opener).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Edit…" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Duplicate" })).toHaveCount(0);
    await page.goto(urlOf(`/shipments/new?copy=${page.url().split("/").at(-1)}`));
    await page.getByText("cannot be copied: its personal data was erased.").waitFor();
    await expect(page.locator('[data-path="delivery.contact.name"]')).toHaveValue("");
    await page.goto(urlOf("/shipments"));
    await page.getByText("Personal data erased").waitFor();
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("shows its PIN to who asks for it, and what became of its events", async () => {
    const page = await enter();
    using receiver = Bun.serve({ port: 0, fetch: () => new Response() });
    const url = `http://127.0.0.1:${receiver.port}/hook`;
    const { webhook } = await fillLogs(page, server, url, "sandbox");
    const delivery = { ...shortShipment.delivery, requirements: { pin: true } };
    const { id } = await createShipment(page, server, { delivery });
    await page.goto(urlOf(`/shipments/${id}`));
    const pin = page.locator("dd code").filter({ hasText: /^\d{4,6}$/ });
    await page.getByRole("button", { name: "Show PIN", exact: true }).waitFor();
    await expect(pin).toHaveCount(0);
    await page.getByRole("button", { name: "Show PIN", exact: true }).click();
    await pin.waitFor();

    // Both begin with the newest.
    const timeline = page.getByRole("region", { name: "Timeline" });
    await expect(timeline.getByText(/^\d+:\d\d:\d\d [AP]M$/)).toHaveCount(3);
    await expect(timeline.locator(".timeline-item").last()).toContainText("The shipment was created.");
    const events = page.getByRole("region", { name: "Events" }).getByRole("button");
    await expect(events.last()).toContainText("shipment.created");
    await page.getByRole("button", { name: /^shipment\.assigned/ }).click();
    await page.getByRole("region", { name: "Events" }).getByText("Delivered", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Requests and responses" }).click();
    await page.waitForURL(new RegExp(`/webhooks/${webhook}/deliveries/dlv_`));
    expect(faultsOf(page.witness, server)).toEqual([]);
  });
});

describe("the list", () => {
  test("keeps its filters in the address, over a reload, and goes on page by page", async () => {
    const page = await enter();
    for (let index = 0; index < 22; index += 1) {
      await createShipment(page, server, { reference: `ORD-${100 + index}` });
    }
    await page.goto(urlOf("/shipments"));
    const row = (reference: string) => page.getByText(reference, { exact: true });
    await row("ORD-121").waitFor();
    await expect(row("ORD-100")).toHaveCount(0);
    await page.getByRole("button", { name: "Next" }).click();
    await row("ORD-100").waitFor();
    await expect(row("ORD-121")).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await page
      .getByRole("row")
      .filter({ has: row("ORD-100") })
      .getByRole("link")
      .first()
      .click();
    await page.getByRole("heading", { name: "ORD-100" }).waitFor();
    await page.goBack();
    await row("ORD-100").waitFor();
    await page.reload();
    await row("ORD-100").waitFor();
    await page.getByRole("button", { name: "Previous" }).click();
    await row("ORD-121").waitFor();

    await page.getByLabel("Search").fill("ord-107");
    await row("ORD-121").waitFor({ state: "detached" });
    await row("ORD-107").waitFor();
    await choose(page, "Status", "Assigned");
    await expect(page).toHaveURL(urlOf("/shipments?q=ord-107&status=assigned"));

    await page.reload();
    await row("ORD-107").waitFor();
    await expect(page.getByRole("row")).toHaveCount(2);
    await expect(page.getByLabel("Search")).toHaveValue("ord-107");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await row("ORD-121").waitFor();
    await expect(page).toHaveURL(urlOf("/shipments"));
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("says who gets what and when, turns round, is as long and wide as one likes, and many are done at once", async () => {
    const page = await enter();
    const api = await issueKey(page, server);
    const ids: string[] = [];
    for (let index = 0; index < 21; index += 1) {
      const reference = `ORD-${100 + index}`;
      ids.push((await api.post(`${platform}/shipments`, { ...shortShipment, reference })).body.id);
    }
    for (const index of [0, 1, 20]) await api.get(`${platform}/shipments/${ids[index]}/quotes`);
    await api.post(`${platform}/shipments/${ids[20]}/assignments`, { strategy: "cheapest" });
    await open(page, "/shipments");
    const table = page.getByRole("region", { name: "Shipments" });
    const row = (reference: string) => table.getByRole("row").filter({ hasText: reference });
    await expect(row("ORD-120")).toContainText("Alex ExampleAlexandrinenstr. 7, Potsdam");
    await expect(row("ORD-120").getByRole("cell").nth(4).locator("time")).toHaveText(/\d:\d\d/);
    await expect(row("ORD-100")).toHaveCount(0);
    const rows = page.getByRole("group", { name: "Rows per page" });
    await rows.getByRole("button", { name: "50" }).click();
    await expect(row("ORD-100")).toBeVisible();
    await page.getByRole("button", { name: "Newest first" }).click();
    await expect(table.getByRole("row").nth(1)).toContainText("ORD-100");
    await expect(page).toHaveURL(urlOf("/shipments?sort=oldest"));
    await page.getByRole("button", { name: "Columns" }).click();
    for (const name of ["Route", "Created"]) await page.getByRole("checkbox", { name, exact: true }).check();
    await page.keyboard.press("Escape");
    await expect(row("ORD-100")).toContainText("Berlin → Potsdam");
    await page.reload();
    await expect(table.getByRole("columnheader", { name: "Route" })).toBeVisible();
    await expect(table.getByRole("columnheader", { name: "Created" })).toHaveAttribute(
      "aria-sort",
      "ascending",
    );
    await table.getByRole("button", { name: "Created" }).click();
    await expect(table.getByRole("row").nth(1)).toContainText("ORD-120");

    await page.getByLabel("Search").fill("alexandrinenstr");
    await page.getByLabel("Reference").fill("ORD-107");
    await expect(table.getByRole("row")).toHaveCount(2);
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const lines = (await Bun.file((await (await download).path()) ?? "").text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(",ORD-107,");
    await page.getByRole("button", { name: "Clear", exact: true }).click();

    for (const name of ["ORD-100", "ORD-101"]) await table.getByLabel(`Select ${name}`).check();
    await page.getByRole("button", { name: "Accept…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("At most, each").fill("0.01");
    await expect(dialog.getByText("None is open within the limits.")).toHaveCount(2);
    await dialog.getByLabel("At most, each").fill("99");
    await expect(dialog.getByText("Will accept")).toHaveCount(2);
    await choose(page, "Choose", "Fastest");
    // The dialog reads the quotes again before the answer comes, which is about what was sent.
    await page.route("**/assignments/batch", async (route) => {
      await api.post(`${platform}/shipments/${ids[1]}/cancellation`, {});
      await dialog.getByRole("row", { name: "ORD-101 No quote" }).waitFor();
      await route.continue();
    });
    await dialog.getByRole("button", { name: /^Accept 2 for €/ }).click();
    await expect(dialog.getByRole("row", { name: "ORD-100 Accepted" })).toBeVisible();
    await expect(dialog.getByRole("row", { name: "ORD-101 Refused" })).toBeVisible();
    await expect(dialog.getByText("1 of 2 done. The others stay selected.")).toBeVisible();
    const hidden = await dialog
      .getByRole("region", { name: "Results" })
      .evaluate((region) => region.scrollWidth - region.clientWidth);
    expect(hidden).toBe(0);
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(table.getByLabel("Select ORD-101")).toBeChecked();
    await expect(table.getByLabel("Select ORD-100")).not.toBeChecked();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, "shipments-chosen");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await table.getByLabel("Select ORD-102").check();
    await page.getByRole("button", { name: "Cancel…" }).click();
    await dialog.getByRole("button", { name: "Cancel 1 shipment" }).click();
    await expect(dialog.getByRole("row", { name: "ORD-102 Cancelled" })).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();

    await row("ORD-103").getByText("Alex Example").click();
    await page.getByRole("heading", { name: "ORD-103" }).waitFor();
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("gets new quotes for all whose quotes have expired, before they are accepted", async () => {
    const page = await enter();
    const api = await issueKey(page, server);
    const ids: string[] = [];
    for (const reference of ["ORD-300", "ORD-301"]) {
      const { id } = (await api.post(`${platform}/shipments`, { ...shortShipment, reference })).body;
      expect((await api.get(`${platform}/shipments/${id}/quotes`)).body.data.length).toBeGreaterThan(0);
      ids.push(id);
    }
    await server.deps.stores.platform("sandbox").write((tx) => {
      for (const id of ids) tx.run(sql`UPDATE quotes SET expires_at = 1 WHERE shipment_id = ${id}`);
    });
    await open(page, "/shipments");
    const table = page.getByRole("region", { name: "Shipments" });
    for (const name of ["ORD-300", "ORD-301"]) await table.getByLabel(`Select ${name}`).check();
    await page.getByRole("button", { name: "Accept…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("2 shipments without an open quote.")).toBeVisible();
    await dialog.getByRole("button", { name: "Request new quotes" }).click();
    await expect(dialog.getByText("Will accept")).toHaveCount(2);
    await expect(dialog.getByText("without an open quote")).toHaveCount(0);
    await dialog.getByRole("button", { name: /^Accept 2 for €/ }).click();
    await expect(dialog.getByText("Accepted", { exact: true })).toHaveCount(2);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("gets new quotes for the others where one is refused, and names that one", async () => {
    const page = await enter();
    const api = await issueKey(page, server);
    const ids: string[] = [];
    for (const reference of ["ORD-400", "ORD-401", "ORD-402"])
      ids.push((await api.post(`${platform}/shipments`, { ...shortShipment, reference })).body.id);
    for (const id of ids) await api.get(`${platform}/shipments/${id}/quotes`);
    await server.deps.stores.platform("sandbox").write((tx) => {
      for (const id of ids) tx.run(sql`UPDATE quotes SET expires_at = 1 WHERE shipment_id = ${id}`);
    });
    await open(page, "/shipments");
    const table = page.getByRole("region", { name: "Shipments" });
    for (const name of ["ORD-400", "ORD-401", "ORD-402"]) await table.getByLabel(`Select ${name}`).check();
    await page.getByRole("button", { name: "Accept…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByText("3 shipments without an open quote.")).toBeVisible();
    // Somebody else cancels one of them meanwhile.
    await api.post(`${platform}/shipments/${ids[1]}/cancellation`, {});
    await dialog.getByRole("button", { name: "Request new quotes" }).click();
    await expect(dialog.getByRole("row", { name: /^ORD-401 No new quotes The shipment / })).toBeVisible();
    await expect(dialog.getByText("Will accept")).toHaveCount(2);
    await dialog.getByRole("button", { name: /^Accept 2 for €/ }).click();
    await expect(dialog.getByText("Accepted", { exact: true })).toHaveCount(2);
    await expect(dialog.getByText("2 of 3 done. The others stay selected.")).toBeVisible();
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("is narrowed to one carrier by its name, and shows what happens live", async () => {
    const page = await enter();
    const cheap = await createShipment(page, server, { reference: "CHEAP" });
    const api = await issueKey(page, server);
    const fast = await api.post(`${platform}/shipments`, { ...shortShipment, reference: "FAST" });
    await api.get(`${platform}/shipments/${fast.body.id}/quotes`);
    const chosen = { strategy: "fastest" };
    const { body } = await api.post(`${platform}/shipments/${fast.body.id}/assignments`, chosen);
    await page.goto(urlOf("/shipments"));
    const row = (reference: string) => page.getByRole("row").filter({ hasText: reference });
    await row("FAST").getByRole("button", { name: body.carrier.name }).click();
    await expect(row("CHEAP")).toHaveCount(0);
    await expect(row("FAST")).toBeVisible();
    await expect(page).toHaveURL(urlOf(`/shipments?carrier_id=${body.carrier.id}`));
    await page.getByRole("button", { name: `Only ${body.carrier.name}` }).click();
    await expect(row("CHEAP")).toBeVisible();
    await expect(page).toHaveURL(urlOf("/shipments"));
    await page.goto(urlOf("/shipments?color=red&status=assigned"));
    await expect(row("CHEAP")).toBeVisible();
    await advance(page, server, cheap.id, "delivered");
    await expect(row("CHEAP")).toHaveCount(0);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("finds the deliveries of a span, in the order of the table, and keeps the span in the address", async () => {
    const page = await enter();
    const api = await issueKey(page, server);
    const { delivery } = shortShipment;
    for (const [reference, hours] of [
      ["TOMORROW-LATE", 30],
      ["TOMORROW", 26],
      ["NEXT-WEEK", 170],
    ] as const) {
      const window = { start: inHours(hours), end: inHours(hours + 2) };
      await api.post(`${platform}/shipments`, {
        ...shortShipment,
        reference,
        delivery: { ...delivery, window },
      });
    }
    await api.post(`${platform}/shipments`, { ...shortShipment, reference: "WITHOUT" });
    await page.goto(urlOf("/shipments"));
    const row = (reference: string) => page.getByText(reference, { exact: true });
    await row("WITHOUT").waitFor();
    const localTime = (hours: number) =>
      page.evaluate((time) => {
        const at = new Date(time);
        return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
      }, inHours(hours));
    await page.getByLabel("Delivery from").fill(await localTime(24));
    await row("WITHOUT").waitFor({ state: "detached" });
    await page.getByLabel("Delivery until").fill(await localTime(48));
    await row("NEXT-WEEK").waitFor({ state: "detached" });
    await expect(page).toHaveURL(/\/shipments\?delivery_after=[^&]+&delivery_before=[^&]+$/);
    const rows = page.getByRole("row").filter({ hasText: "TOMORROW" });
    await expect(rows.first()).toContainText("TOMORROW");
    await expect(rows.first()).not.toContainText("LATE");
    await page.reload();
    await expect(rows).toHaveCount(2);
    await photograph(page, "delivery-filter");
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await row("WITHOUT").waitFor();
    await expect(page).toHaveURL(urlOf("/shipments"));
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("has its filters behind one button on a telephone", async () => {
    const page = await enter();
    await page.setViewportSize({ width: 360, height: 740 });
    await createShipment(page, server, { reference: "ORD-1" });
    await page.goto(urlOf("/shipments"));
    const filters = page.getByRole("button", { name: /^Filters/ });
    await expect(page.getByLabel("Search")).toBeVisible();
    await expect(filters).toHaveAttribute("aria-expanded", "false");
    await expect(page.getByLabel("Reference")).toBeHidden();

    await page.getByLabel("Search").focus();
    await page.keyboard.press("Tab");
    await expect(filters).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(filters).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Reference")).toBeFocused();
    await page.keyboard.type("ORD-2");
    await page.getByText("No shipments match").waitFor();
    await expect(page).toHaveURL(urlOf("/shipments?reference=ORD-2"));
    await expect(filters).toHaveText("Filters (1)");

    await page.reload();
    await page.getByText("No shipments match").waitFor();
    await expect(filters).toHaveText("Filters (1)");
    await expect(page.getByLabel("Reference")).toBeHidden();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    await page.getByText("ORD-1", { exact: true }).waitFor();
    await expect(filters).toHaveText("Filters");
    await expect(page).toHaveURL(urlOf("/shipments"));
    expect(faultsOf(page.witness, server)).toEqual([]);
  });
});

describe("the recipient's page", () => {
  test("shows the way on streets and in words, and keeps up with it, to the proof", async () => {
    const page = await enter();
    const { id, tracking_url } = await createShipment(page, server, {
      ...inChicago,
      simulation: { speed: "manual" },
    });
    const recipient = await openWindow({ viewport: { width: 390, height: 844 } });
    const loaded = await countBytes(recipient);
    await recipient.goto(tracking_url);
    await recipient.getByText(/is preparing your delivery/).waitFor();
    await settled(recipient);
    // Only the town may be shown, so there is no map before there is a driver.
    await expect(recipient.locator("#map")).toBeHidden();
    expect(loaded.bytes()).toBeGreaterThan(4 * 1024);
    expect(loaded.bytes()).toBeLessThan(120 * 1024);
    // A canvas that is drawn while the system replaces all colors stays as it was drawn.
    await recipient.emulateMedia({ forcedColors: "active" });
    await advance(page, server, id, "en_route_to_delivery");
    await recipient.getByText("The driver is on the way to you.").waitFor();
    await recipient.locator(".map-driver").waitFor();
    await recipient.locator("canvas.leaflet-tile-loaded").first().waitFor();
    await recipient.emulateMedia({ forcedColors: "none" });
    await recipient.getByText(/The driver is about [\d.]+ km away\./).waitFor();
    await expect(recipient.locator(".leaflet-control-attribution")).toHaveText("© OpenStreetMap");
    await expect.poll(() => colorsOn(recipient)).toBeGreaterThan(3);
    expect(loaded.urls().filter((url) => /\/maps\/streets\.pmtiles/.test(url)).length).toBeGreaterThan(1);
    expect(loaded.urls().filter((url) => /world|town-names/.test(url))).toEqual([]);
    expect(loaded.bytes()).toBeLessThan(300 * 1024);
    await expect(recipient.locator(".leaflet-map-pane")).toHaveAttribute("aria-hidden", "true");
    await advance(page, server, id, "delivered");
    await recipient.getByRole("heading", { name: "Your parcel was delivered" }).waitFor();
    await expect(recipient.getByAltText("Signature")).toHaveCount(0);
    await recipient.getByLabel("Last four digits").fill("0199");
    await recipient.getByRole("button", { name: "Show proof of delivery" }).click();
    await expect(recipient.locator("#proof [role=status]")).toBeFocused();
    const signature = recipient.getByAltText("Signature");
    expect(await signature.evaluate((image: HTMLImageElement) => image.decode())).toBeUndefined();
    await expect(recipient.locator("#map")).toHaveCount(0);
    await expect(recipient.locator("#way")).toBeHidden();
    await expect(recipient).toHaveTitle(/Your parcel was delivered/);
    expect(await recipient.context().cookies()).toEqual([]);
    expect(faultsOf(recipient.witness, server)).toEqual([]);
  });

  test("takes PIN, instructions and rating in place, which the dashboard shows", async () => {
    const page = await enter();
    const contact = { ...shortShipment.delivery.contact, phone: "+4915112345678", language: "ar" };
    const ask = { ...shortShipment.delivery, contact };
    const { id, tracking_url } = await createShipment(page, server, { delivery: ask });
    const recipient = await openWindow({ timezoneId: "Asia/Tokyo" });
    await recipient.goto(tracking_url);
    await expect(recipient.locator("html")).toHaveAttribute("dir", "rtl");
    // Times are those at the address, which is elsewhere.
    await expect(recipient.locator("#time-zone")).toBeVisible();
    await recipient.locator("summary").click();
    await recipient.locator("input[value=neighbor]").check();
    await recipient.locator("input[name=note]").fill("Meyer");
    // What changes meanwhile takes nothing from the form.
    await advance(page, server, id, "en_route_to_delivery");
    await recipient.getByText("السائق في الطريق إليك.").waitFor();
    await expect(recipient.locator("input[name=note]")).toHaveValue("Meyer");
    await recipient.locator("textarea").fill("The bell is broken.");
    await recipient.locator("#instructions button").click();
    await expect(recipient.locator("#instructions [role=status]")).toBeFocused();
    await page.goto(urlOf(`/shipments/${id}`));
    await page.getByText("Leave with a neighbor: Meyer").waitFor();
    await page.getByText("The bell is broken.", { exact: true }).waitFor();
    await advance(page, server, id, "delivered");
    await recipient.locator("#rating label").first().click();
    await recipient.locator("#rating button").click();
    await expect(recipient.locator("#rating [role=status]")).toBeFocused();
    await page.reload();
    await page.getByText("👍 Good", { exact: true }).waitFor();
    expect(faultsOf(recipient.witness, server)).toEqual([]);

    const pinned = {
      delivery: { ...ask, contact: { ...contact, language: "en" }, requirements: { pin: true } },
    };
    const secret = await createShipment(page, server, pinned);
    await recipient.goto(secret.tracking_url);
    // Nor does it take a field away from whoever is about to type.
    await recipient.getByLabel("Last four digits").focus();
    await advance(page, server, secret.id, "en_route_to_pickup");
    await recipient.getByText("The driver is on the way to the pickup.").waitFor();
    await expect(recipient.getByLabel("Last four digits")).toBeFocused();
    await recipient.keyboard.insertText("5678");
    await recipient.getByRole("button", { name: "Show PIN" }).click();
    await expect(recipient.locator("output")).toHaveText(/^\d{4,6}$/);
    await advance(page, server, secret.id, "en_route_to_delivery");
    await recipient.getByText("The driver is on the way to you.").waitFor();
    await expect(recipient.locator("output")).toHaveText(/^\d{4,6}$/);
    await recipient.getByRole("button", { name: "Copy" }).waitFor();
    expect(faultsOf(recipient.witness, server)).toEqual([]);
  });

  test("shows land and towns between cities, where no street map reaches", async () => {
    const page = await enter();
    const { id, tracking_url } = await createShipment(page, server);
    await advance(page, server, id, "en_route_to_delivery");
    const recipient = await openWindow();
    await recipient.goto(tracking_url);
    await recipient.locator("path.map-land").waitFor({ state: "attached" });
    await expect(recipient.locator(".map-label")).toHaveText(["Potsdam"]);
    await recipient.locator(".map-driver").waitFor();
  });

  test("shows the promised window in the time zone of the address, named to who is elsewhere", async () => {
    const page = await enter();
    const day = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, "2026-01-31".length);
    const window = { start: `${day}T08:00:00Z`, end: `${day}T16:00:00Z` };
    const { tracking_url } = await createShipment(page, server, {
      delivery: { ...shortShipment.delivery, window },
    });
    const windowFor = async (options: BrowserContextOptions) => {
      const recipient = await openWindow({ locale: "en-GB", ...options });
      await recipient.goto(tracking_url);
      return recipient.locator(".eta");
    };
    const here = /^Expected \w+,? \d+ \w+,? (?:09:00–17:00|10:00–18:00)$/;
    await expect(await windowFor({ timezoneId: "Europe/Berlin" })).toHaveText(here);
    // Another name of the same time.
    await expect(await windowFor({ timezoneId: "Europe/Madrid" })).toHaveText(here);
    const named = /^Expected \w+,? \d+ \w+,? (?:09:00–17:00|10:00–18:00) (?:CES?T|GMT\+[12])$/;
    await expect(await windowFor({ timezoneId: "America/New_York" })).toHaveText(named);
    const plain = await windowFor({ timezoneId: "America/New_York", javaScriptEnabled: false });
    await expect(plain).toHaveText(/(?:9|10):00 AM – (?:5|6):00 PM (?:CES?T|GMT\+[12])$/);
  });

  test("says the same without a script", async () => {
    const page = await enter();
    await page.request.patch(`${server.url}/api/v1/platform/account`, {
      data: { brand: { proof_behind_digits: false } },
      headers: { "sec-fetch-site": "same-origin", "x-environment": "sandbox" },
    });
    const { id, tracking_url } = await createShipment(page, server);
    await advance(page, server, id, "delivered");
    const recipient = await openWindow({ javaScriptEnabled: false });
    await recipient.goto(tracking_url);
    await recipient.getByRole("heading", { name: "Your parcel was delivered" }).waitFor();
    await recipient.getByAltText("Photo of the delivery").waitFor();
    await expect(recipient.locator("time").first()).toHaveText(
      /^\w+, \w+ \d+, \d+:\d\d [AP]M (?:CES?T|GMT\+[12])$/,
    );
  });
});

/** What a page loads from now on, in bytes on the wire. */
async function countBytes(page: Page): Promise<{ bytes(): number; urls(): string[] }> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const urls = new Map<string, string>();
  let bytes = 0;
  session.on("Network.requestWillBeSent", ({ requestId, request }) => urls.set(requestId, request.url));
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return { bytes: () => bytes, urls: () => [...urls.values()] };
}

/** How many colors the street tiles have. */
const colorsOn = (page: Page) =>
  page.evaluate(() => {
    const colors = new Set<number>();
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>("canvas.leaflet-tile")) {
      const { width, height } = canvas;
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, width, height) ?? { data: [] };
      for (const color of new Uint32Array(Uint8ClampedArray.from(data).buffer)) colors.add(color);
    }
    return colors.size;
  });
