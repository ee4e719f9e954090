import { describe, test } from "bun:test";
import type { Page } from "playwright-core";
import { changeSettings } from "../../src/access/accounts/settings.ts";
import type { ShipmentView } from "../../src/delivery/lifecycle/state/schema.ts";
import { platform } from "../support/fixtures.ts";
import { expect, faultsOf, fillWithExample, signUp, startDashboard } from "./dashboard.ts";

/** The form of a shipment: all that the API takes, and what it says of mistakes. */

const { server, openWindow, enter } = await startDashboard();

const field = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);
const more = (page: Page, label: string | RegExp) => page.locator("summary").filter({ hasText: label });
const stopFields = "Time window, company, instructions, coordinates";
const parcelFields = "Size, value, reference";

async function openForm(page: Page): Promise<void> {
  await page.goto(`${server.url}/dashboard/sandbox/shipments/new`);
  await fillWithExample(page);
}

/** Sends the form; what the API then has of it. */
async function created(page: Page): Promise<ShipmentView> {
  await page.getByRole("button", { name: "Create shipment" }).click();
  await page.getByRole("heading", { name: "Quotes" }).waitFor();
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const answer = await page.request.get(`${server.url}${platform}/shipments/${id}?environment=sandbox`);
  return answer.json();
}

async function chooseCurrency(page: Page, parcel: number, currency: string): Promise<void> {
  await page.getByLabel("Currency", { exact: true }).and(page.locator("input")).nth(parcel).fill(currency);
  await page.getByRole("option", { name: currency, exact: true }).click();
}

describe("the form", () => {
  test("sends what is typed into it, as it was typed", async () => {
    // Who types is elsewhere: the windows are those of Berlin.
    const page = await openWindow({ timezoneId: "Asia/Kolkata" });
    await signUp(page, server);
    await openForm(page);
    const day = new Date(Date.now() + 48 * 3_600_000).toISOString().slice(0, 10);
    await more(page, stopFields).first().click();
    await expect(page.getByText("In the time zone of the address, Europe/Berlin.").first()).toBeVisible();
    const inBerlin = (time: string) =>
      new Date(Temporal.ZonedDateTime.from(`${day}T${time}[Europe/Berlin]`).epochMilliseconds).toISOString();
    await field(page, "pickup.window.start").fill(`${day}T10:30`);
    await field(page, "pickup.window.end").fill(`${day}T12:00`);
    await field(page, "pickup.contact.company").fill("Books Ltd");
    await field(page, "pickup.instructions").fill("Ring twice");
    await more(page, stopFields).last().click();
    await field(page, "delivery.window.start").fill(`${day}T13:00`);
    await field(page, "delivery.window.end").fill(`${day}T18:15`);
    await field(page, "delivery.address.line2").fill("4th floor");
    await field(page, "delivery.address.latitude").fill("52.3906");
    await field(page, "delivery.address.longitude").fill("13.0645");
    await field(page, "delivery.requirements.min_age").fill("18");

    await page.getByRole("button", { name: "Add parcel" }).click();
    await field(page, "parcels.1.weight_grams").fill("0.3");
    await more(page, parcelFields).first().click();
    await field(page, "parcels.0.length_mm").fill("30");
    await field(page, "parcels.0.value.amount").fill("45.5");
    await chooseCurrency(page, 0, "KWD");
    await field(page, "parcels.0.reference").fill("BOX-1");
    await more(page, parcelFields).last().click();
    await field(page, "parcels.1.value.amount").fill("19.99");

    await page.getByLabel("If undeliverable").and(page.locator("input")).click();
    await page.getByRole("option", { name: "Discard" }).click();
    await more(page, "Metadata").click();
    await page.getByRole("button", { name: "Add entry" }).click();
    await page.getByLabel("Name of the entry").fill("channel");
    await page.getByLabel("Value of the entry").fill("web");

    expect(await created(page)).toMatchObject({
      reference: "ORD-1001",
      pickup: {
        contact: { name: "Book shop", company: "Books Ltd" },
        instructions: "Ring twice",
        window: { start: inBerlin("10:30"), end: inBerlin("12:00") },
      },
      delivery: {
        address: { line2: "4th floor", latitude: 52.3906, longitude: 13.0645, geocode_source: "client" },
        window: { start: inBerlin("13:00"), end: inBerlin("18:15") },
        requirements: { signature: false, photo: false, pin: false, min_age: 18 },
      },
      parcels: [
        { length_mm: 300, reference: "BOX-1", value: { amount: 45_500, currency: "KWD" } },
        { weight_grams: 300, value: { amount: 1999, currency: "EUR" } },
      ],
      if_undeliverable: "discard",
      metadata: { channel: "web" },
    });
    await expect(page.getByText(/10:30.+12:00.*Europe\/Berlin/)).toBeVisible();
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("takes pounds, inches and the clocks of New York from an account that has them", async () => {
    const page = await enter();
    const session = await page.request.get(`${server.url}/api/v1/auth/session`);
    const { id } = (await session.json()).account;
    await server.deps.stores.accounts.write((tx) =>
      changeSettings(server.deps, tx, id, { units: "imperial" }),
    );
    await openForm(page);
    await expect(page.getByLabel("Weight (lb)")).toBeEnabled();
    // 1200 g of the example.
    await expect(page.getByLabel("Weight (lb)")).toHaveValue("2.646");
    await page.getByLabel("Weight (lb)").fill("2.1234");
    await more(page, parcelFields).click();
    await page.getByLabel("Length (in)").fill("12.25");
    await expect(page.getByText("Waybill keeps whole grams: write 2.123.")).toBeVisible();
    await page.getByLabel("Weight (lb)").fill("2,5");
    await page.getByLabel("Width (in)").fill("8");
    await expect(page.getByLabel("Weight (lb)")).toHaveValue("2.5");

    await field(page, "delivery.address.line1").fill("350 Fifth Avenue");
    await field(page, "delivery.address.city").fill("New York");
    await field(page, "delivery.address.postal_code").fill("10118");
    await field(page, "delivery.address.state").fill("NY");
    await field(page, "delivery.address.country").fill("United States");
    await page.getByRole("option", { name: "United States", exact: true }).click();
    await field(page, "delivery.contact.phone").fill("");
    await more(page, stopFields).last().click();
    await expect(page.getByText("In the time zone of the address, America/New_York.")).toBeVisible();
    const day = new Date(Date.now() + 72 * 3_600_000).toISOString().slice(0, 10);
    await field(page, "delivery.window.start").fill(`${day}T09:00`);
    await field(page, "delivery.window.end").fill(`${day}T12:00`);
    const shipment = await created(page);
    expect(shipment.parcels[0]).toMatchObject({ weight_grams: 1134, length_mm: 311, width_mm: 203 });
    const nine = Temporal.ZonedDateTime.from(`${day}T09:00[America/New_York]`).epochMilliseconds;
    expect(Date.parse(shipment.delivery.window?.start ?? "")).toBe(nine);
    await expect(page.getByText(/9:00.+12:00.*America\/New_York/)).toBeVisible();
    await expect(page.getByText(/2\.5 lb, 12\.25 × 8 in/)).toBeVisible();
    // What was typed is in the fields of a copy.
    await page.goto(`${server.url}/dashboard/sandbox/shipments/new?copy=${shipment.id}`);
    await expect(page.getByLabel("Weight (lb)")).toHaveValue("2.5");
    await expect(field(page, "parcels.0.length_mm")).toHaveValue("12.25");
    await expect(field(page, "delivery.window.start")).toHaveValue(new RegExp(`^${day}T09:00`));
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("has the countries of a stop only while the field has the focus, and keys go on from the chosen one", async () => {
    const page = await enter();
    await openForm(page);
    const country = field(page, "delivery.address.country");
    const options = page.getByRole("option", { name: "Germany", exact: true, includeHidden: true });
    await expect(country).toHaveValue("Germany");
    await expect(options).toHaveCount(0);

    await country.focus();
    await expect(options).toHaveCount(1);
    await page.keyboard.press("ArrowDown");
    await expect(options).toBeInViewport();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(country).toHaveValue("Ghana");
    await page.keyboard.press("Tab");
    await expect(options).toHaveCount(0);
  });

  test("opens a closed section where something within is wrong, and goes to the first of it", async () => {
    const page = await enter();
    await openForm(page);
    await more(page, stopFields).last().click();
    await field(page, "delivery.address.latitude").fill("91");
    await more(page, stopFields).last().click();
    await expect(field(page, "delivery.address.latitude")).toBeHidden();
    await page.getByRole("button", { name: "Add parcel" }).click();

    await page.getByRole("button", { name: "Create shipment" }).click();
    await expect(field(page, "delivery.address.latitude")).toBeVisible();
    await expect(field(page, "delivery.address.latitude")).toBeFocused();
    await expect(page.getByText("Must be at most 90.", { exact: true })).toBeVisible();
    await expect(page.locator("details[open]")).toHaveCount(1);
    await expect(field(page, "parcels.1.weight_grams")).toHaveAttribute("aria-invalid", "true");
    await page.getByRole("button", { name: "Remove parcel 2" }).click();
    await expect(field(page, "parcels.1.weight_grams")).toHaveCount(0);

    // So is an entry, whatever its name, and beside a phone number stands how those of the country look.
    await field(page, "delivery.address.latitude").fill("");
    await field(page, "delivery.contact.phone").fill("12");
    await more(page, "Metadata").click();
    await page.getByRole("button", { name: "Add entry" }).click();
    await page.getByLabel("Name of the entry").fill('a"]/~');
    const value = page.getByLabel("Value of the entry");
    await value.fill("v".repeat(501));
    await page.getByRole("button", { name: "Create shipment" }).click();
    await expect(page.getByText("Must have at most 500 characters.")).toBeVisible();
    await expect(
      page.getByText(
        "Must be like 01512 3456789 or +49 1512 3456789 for Germany; begin numbers of other countries with + and their code.",
        { exact: true },
      ),
    ).toBeVisible();
    await expect(field(page, "delivery.contact.phone")).toBeFocused();
    await field(page, "delivery.contact.phone").fill("030 / 123-456");
    await page.getByRole("button", { name: "Create shipment" }).click();
    await expect(value).toBeFocused();
    await value.fill("");
    await expect(page.getByText("Must have at most 500 characters.")).toBeHidden();
    await expect(page.getByText("Check the field marked in red.")).toBeHidden();
    const { metadata, delivery } = await created(page);
    expect([metadata, delivery.contact.phone]).toEqual([{ 'a"]/~': "" }, "+4930123456"]);
    await expect(page.getByRole("link", { name: "+4930123456" })).toHaveAttribute("href", "tel:+4930123456");
    expect(faultsOf(page.witness, server)).toEqual([]);
  });
});
