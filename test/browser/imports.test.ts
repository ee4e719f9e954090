import { describe, test } from "bun:test";
import { zipSync } from "fflate";
import type { Page } from "playwright-core";
import { plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { addFleet } from "../support/carrier-rows.ts";
import { platform } from "../support/fixtures.ts";
import { addPerson } from "../support/people.ts";
import { cells, serialOf, workbook } from "../support/workbooks.ts";
import { expectGood } from "./appearance.ts";
import {
  expect,
  faultsOf,
  issueKey,
  settled,
  signUp,
  startDashboard,
  type WatchedPage,
  whileSaving,
} from "./dashboard.ts";

/** Lists of orders, contacts and drivers are chosen, corrected and confirmed on the dashboard. */

const { server, openWindow } = await startDashboard();

/** They stay the same over a midnight, and are after tomorrow: windows may not have passed, wherever the stop is. */
const [thirdDay, fourthDay] = [3, 4].map((days) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
) as [string, string];

const headers = "Empfänger;Straße;PLZ;Ort;Telefon;Liefertag;Zeit;Gewicht (kg);Bemerkung";
const anna = `Anna Kurz;Torstr. 12;10119;Berlin;0151 12345678;${thirdDay};14–16;1,5;`;
const bert = (phone: string) => `Bert Lang;Lindenstr. 3;10969;Berlin;${phone};${thirdDay};14–16;2;Hof`;

async function enter(): Promise<WatchedPage> {
  const page = await openWindow();
  await signUp(page, server);
  await page.goto(`${server.url}/dashboard/sandbox/imports`);
  await settled(page);
  return page;
}

async function choose(page: Page, name: string, content: string | Uint8Array): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles({ name, mimeType: "", buffer: Buffer.from(content) });
  await page.getByRole("heading", { name, exact: true }).waitFor();
}

const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const confirm = (page: Page) => page.getByRole("button", { name: /^Confirm / });

async function fillDefaults(page: Page): Promise<void> {
  const values = { "contact.name": "Book shop", "address.line1": "Torstr. 1", "address.city": "Berlin" };
  for (const [path, value] of Object.entries(values))
    await page.locator(`[data-path="pickup.${path}"]`).fill(value);
  await page.locator('[data-path="pickup.address.country"]').fill("Germany");
  await page.getByRole("option", { name: "Germany" }).click();
  await page.getByRole("button", { name: "Use for all rows" }).click();
}

/** A time of day in Berlin, in UTC. */
function zoned(day: string, clock: string): string {
  const moment = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime("Europe/Berlin");
  return new Date(moment.epochMilliseconds).toISOString();
}

describe("a list", () => {
  test("is chosen, its faults are corrected in place, and the next day takes two clicks", async () => {
    const page = await enter();
    const api = await issueKey(page, server);
    await choose(page, "monday.csv", `${headers}\n${anna}\n${bert("12")}\n`);
    await expect(section(page, "Summary")).toContainText("No row can be created yet");
    await fillDefaults(page);
    await expect(confirm(page)).toHaveText("Confirm 1 order");
    await expectGood(page, "import");
    const row = section(page, "Row 3");
    const phone = row.getByLabel("Delivery: phone");
    await expect(phone).toHaveValue("12");
    await expect(phone).toHaveAttribute("aria-invalid", "true");
    await phone.fill("0151 22345678");
    await phone.press("Enter");
    await expect(row).toHaveCount(0);
    await expect(confirm(page)).toHaveText("Confirm 2 orders");
    await confirm(page).click();
    await page.getByText("2 orders created.").waitFor();
    await page.getByRole("link", { name: /Bert Lang/ }).waitFor();
    const { data: made } = (await api.get(`${platform}/shipments`)).body;
    const phones = made.map(
      ({ delivery }: { delivery: { contact: { phone: string } } }) => delivery.contact.phone,
    );
    expect(phones.sort()).toEqual(["+4915112345678", "+4915122345678"]);

    // The same headers: the mapping and the defaults are kept.
    await page.goto(`${server.url}/dashboard/sandbox/imports`);
    await settled(page);
    await page.evaluate(() => {
      const counted = Object.assign(window, { clicks: 0 });
      document.addEventListener("click", ({ isTrusted, detail }) => {
        if (isTrusted && detail > 0) counted.clicks += 1;
      });
    });
    const next = `Cora Wolf;Weserstr. 9;12047;Berlin;0151 32345678;${fourthDay};9–11;3;`;
    await choose(page, "tuesday.csv", `${headers}\n${next}\n`);
    await expect(confirm(page)).toHaveText("Confirm 1 order");
    await confirm(page).click();
    await page.getByText("1 order created.").waitFor();
    expect(await page.evaluate(() => Reflect.get(window, "clicks"))).toBe(2);
    expect((await api.get(`${platform}/shipments`)).body.data).toHaveLength(3);

    // Other headers: what held for the last list is filled in, and holds when somebody says so.
    await page.getByRole("link", { name: "Another list" }).click();
    await choose(
      page,
      "other.csv",
      "Name,Street,Postcode,City,Weight\nDora Lenz,Weserstr. 1,12047,Berlin,2 kg\n",
    );
    await expect(page.locator('[data-path="pickup.contact.name"]')).toHaveValue("Book shop");
    await expect(confirm(page)).toBeDisabled();
    await page.getByRole("button", { name: "Use for all rows" }).click();
    await expect(confirm(page)).toHaveText("Confirm 1 order");
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("takes what is for all rows though a check came between, and nothing in place of another person's", async () => {
    const page = await enter();
    const api = await issueKey(page, server);
    await choose(page, "monday.csv", `${headers}\n${anna}\n${bert("12")}\n`);
    const path = `${platform}/imports/${/imp_\w+/.exec(page.url())?.[0]}`;
    const answers: number[] = [];
    page.on("response", (answer) => {
      const isPatch = answer.request().method() === "PATCH";
      if (isPatch && answer.url().endsWith(path)) answers.push(answer.status());
    });
    /** What happens after the page has read the import, and before its next change arrives. */
    let meanwhile: (() => Promise<unknown>) | undefined;
    await page.route(new RegExp(`${path}$`), async (route) => {
      const act = route.request().method() === "PATCH" ? meanwhile : undefined;
      if (act) meanwhile = undefined;
      await act?.();
      await route.continue();
    });
    meanwhile = async () => {
      const values = { "delivery.contact.phone": "0151 22345678" };
      expect((await api.patch(`${path}/rows/3`, { values })).body).toMatchObject({ row: 3 });
    };
    await fillDefaults(page);
    await expect(confirm(page)).toHaveText("Confirm 2 orders");
    expect(answers).toEqual([412, 200]);
    await expect(page.getByRole("alert")).toHaveCount(0);

    meanwhile = async () => {
      const { defaults } = (await api.get(path)).body;
      const { body } = await api.patch(path, { defaults: { ...defaults, country: "AT" } });
      expect(body.defaults.country).toBe("AT");
    };
    await page.locator('[data-path="contents"]').fill("Books");
    await page.getByRole("button", { name: "Use for all rows" }).click();
    await expect(page.getByRole("alert")).toBeVisible();
    expect(answers).toEqual([412, 200, 412]);
    const { defaults } = (await api.get(path)).body;
    expect([defaults.country, JSON.stringify(defaults).includes("Books")]).toEqual(["AT", false]);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("asks first for what all rows lack, in the reader's country, with each fault at its field", async () => {
    const page = await openWindow({ timezoneId: "Europe/Berlin" });
    await signUp(page, server);
    await page.goto(`${server.url}/dashboard/sandbox/imports`);
    await settled(page);
    await choose(page, "monday.csv", `${headers}\n${anna}\n${bert("12")}\n`);
    const use = page.getByRole("button", { name: "Use for all rows" });
    await use.waitFor();
    await expect(page.locator('[data-path="country"]')).toHaveValue("Germany");
    await expect(page.locator('[data-path="pickup.address.country"]')).toHaveValue("Germany");
    await expect(section(page, "To correct")).toHaveCount(0);
    await page.locator('[data-path="pickup.contact.name"]').fill("Book shop");
    await page.locator('[data-path="weight"]').fill("0");
    await use.click();
    await expect(page.locator('[data-path="pickup.address.line1"]')).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator('[data-path="weight"]')).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByText("#/defaults")).toHaveCount(0);
    await page.locator('[data-path="weight"]').fill("");
    await page.locator('[data-path="pickup.address.line1"]').fill("Torstr. 1");
    await page.locator('[data-path="pickup.address.city"]').fill("Berlin");
    await use.click();
    await expect(section(page, "Row 3").getByLabel("Delivery: phone")).toHaveValue("12");
    await expect(section(page, "Row 2")).toHaveCount(0);
    await expect(confirm(page)).toHaveText("Confirm 1 order");
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("goes to the own fleet where only it makes offers, as a single order does", async () => {
    const page = await openWindow({ timezoneId: "Europe/Berlin" });
    await signUp(page, server);
    const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
    await addFleet(server, "live", account.id, { status: "active" }, plainCard);
    await page.goto(`${server.url}/dashboard/live/imports`);
    await settled(page);
    await choose(page, "monday.csv", `${headers}\n${anna}\n`);
    const accept = page.locator('[data-path="accept"]');
    await expect(accept).toHaveValue("The cheapest offer");
    await accept.click();
    await page.getByRole("option", { name: "As your account is set" }).click();
    await expect(page.getByText("each order waits until somebody accepts its quote")).toBeVisible();
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("is read from a workbook: of several sheets one is chosen, and days and formulas have their values", async () => {
    const page = await enter();
    const day = { xml: `<c r="@" s="1"><v>${serialOf(thirdDay)}</v></c>` };
    const computed = { xml: `<c r="@"><f>1+1</f><v>2</v></c>` };
    const file = workbook({
      Notes: cells(1, ["For the week"]),
      Orders:
        cells(1, ["Name", "Street", "Postcode", "City", "Delivery date", "Time", "Parcels", "Weight (kg)"]) +
        cells(2, ["Anna Kurz", "Torstr. 12", "10119", "Berlin", day, "14:00-16:00", computed, "1.5"]),
    });
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file" }).click();
    await (await chooser).setFiles({ name: "week.xlsx", mimeType: "", buffer: Buffer.from(file) });
    await page.getByRole("radio", { name: "Orders (2 rows)" }).check();
    await page.getByRole("button", { name: "Use this sheet" }).click();
    await page.getByRole("heading", { name: "week.xlsx" }).waitFor();
    await fillDefaults(page);
    await expect(confirm(page)).toHaveText("Confirm 1 order");
    await confirm(page).click();
    await page.getByText("1 order created.").waitFor();
    const api = await issueKey(page, server);
    const [made] = (await api.get(`${platform}/shipments`)).body.data;
    expect(made.delivery.window.start).toBe(zoned(thirdDay, "14:00"));
    expect(made.parcels).toMatchObject([{ quantity: 2, weight_grams: 1500 }]);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("that unpacks to far more than it should is refused in a sentence, and the page goes on", async () => {
    const page = await enter();
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file" }).click();
    const bomb = zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(80 * 1024 * 1024) }, { level: 9 });
    expect(bomb.length).toBeLessThan(1024 * 1024);
    await (await chooser).setFiles({ name: "bomb.xlsx", mimeType: "", buffer: Buffer.from(bomb) });
    await page.getByText("The file unpacks to more than 64 MB.").waitFor();
    const large = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Choose a file" }).click();
    await (await large).setFiles({
      name: "large.csv",
      mimeType: "",
      buffer: Buffer.alloc(6 * 1024 * 1024, "a"),
    });
    await page.getByText("The file is larger than 5 MiB.").waitFor();
    // A file that is dropped is taken as one that is chosen.
    const dropped = await page.evaluateHandle(
      (text) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([text], "dropped.tsv"));
        return transfer;
      },
      `${headers}\n${anna}\n`.replaceAll(";", "\t"),
    );
    await page.locator(".drop").dispatchEvent("drop", { dataTransfer: dropped });
    await page.getByRole("heading", { name: "dropped.tsv" }).waitFor();
    await expect(section(page, "Columns").first()).toContainText("Anna Kurz");
    await page.getByRole("link", { name: "Another list" }).click();
    await choose(page, "monday.csv", `${headers}\n${anna}\n`);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("is pasted from a chat, and its duplicates are left out until somebody takes them", async () => {
    const page = await enter();
    const api = await issueKey(page, server);
    const line = (name: string, street: string) => `${name}, ${street}, 10119 Berlin, 0151 12345678`;
    const lines = [
      line("Anna Kurz", "Torstr. 12"),
      line("Ben Roth", "Torstr. 14"),
      line("Anna Kurz", "Torstr. 12"),
    ];
    await page.getByLabel("Or paste orders").fill([...lines, line("Anna Kurz", "Torstr. 12")].join("\n"));
    await page.getByRole("button", { name: "Check pasted rows" }).click();
    await page.getByRole("heading", { name: "Pasted list" }).waitFor();
    await page.locator('[data-path="weight"]').fill("2");
    await fillDefaults(page);
    await expect(confirm(page)).toHaveText("Confirm 2 orders");
    const duplicates = section(page, "Duplicates").first();
    await expect(duplicates.getByRole("button", { name: /^Take row/ })).toHaveCount(2);
    await expectGood(page, "import-duplicates");
    await page.emulateMedia({ colorScheme: "light" });
    await duplicates.getByRole("button", { name: "Take row 3" }).click();
    await expect(confirm(page)).toHaveText("Confirm 3 orders");
    await duplicates.getByRole("button", { name: "Take row 4" }).click();
    await expect(confirm(page)).toHaveText("Confirm 4 orders");
    await confirm(page).click();
    await page.getByText("4 orders created.").waitFor();
    const { data } = (await api.get(`${platform}/shipments`)).body;
    expect(
      data.map(({ parcels }: { parcels: { weight_grams: number }[] }) => parcels[0]?.weight_grams),
    ).toEqual([2000, 2000, 2000, 2000]);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("has columns that people choose: what one means, and which of day and month is first", async () => {
    const page = await enter();
    const year = thirdDay.slice(0, 4);
    const file = `Foo,Street,City,Delivery date,Time,Weight\nAnna Kurz,Torstr. 12,Berlin,03/04/${year},14-16,1.5\n`;
    await choose(page, "foo.csv", file);
    const summary = section(page, "Summary");
    await expect(summary).toContainText("Delivery: name is required, and no column has it.");
    await expect(summary).toContainText("Delivery date has dates that can be read in two ways");
    // It comes above the columns, and moves them.
    await section(page, "For all rows").waitFor();
    const columns = section(page, "Columns").first();
    const meaning = columns.getByLabel("Meaning of Foo", { exact: true });
    await meaning.click();
    await whileSaving(
      page,
      "**/imports/*",
      () => page.getByRole("option", { name: "Delivery: name", exact: true }).click(),
      () => expect(meaning).toHaveValue("Delivery: name"),
    );
    await expect(summary).not.toContainText("Delivery: name is required");
    await columns.getByLabel("Unit of Weight", { exact: true }).click();
    await page.getByRole("option", { name: "Numbers in kg" }).click();
    await columns.getByLabel("Dates of Delivery date", { exact: true }).click();
    await page.getByRole("option", { name: "Day first" }).click();
    await expect(summary).not.toContainText("two ways");
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("of contacts and one of drivers come in by the same page", async () => {
    const page = await enter();
    await page.getByRole("link", { name: "Contacts" }).click();
    await page.getByRole("link", { name: "Import a list" }).click();
    await expect(page.getByRole("radio", { name: "Contacts" })).toBeChecked();
    const api = await issueKey(page, server);
    await choose(
      page,
      "contacts.csv",
      "Name;Telefon;Straße;PLZ;Ort;Land\nAnna Kurz;0151 12345678;Torstr. 12;10119;Berlin;DE\n",
    );
    await expect(confirm(page)).toHaveText("Confirm 1 contact");
    await confirm(page).click();
    await page.getByText("1 contact created.").waitFor();
    expect((await api.get(`${platform}/contacts`)).body.data).toMatchObject([
      { name: "Anna Kurz", phone: "+4915112345678", address: { line1: "Torstr. 12", city: "Berlin" } },
    ]);

    const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
    await addFleet(server, "sandbox", account.id);
    await page.goto(`${server.url}/dashboard/sandbox/imports?kind=drivers`);
    await choose(page, "drivers.csv", "Fahrer;Handy;Fahrzeug\nKim Berger;+49 151 12345678;Lastenrad\n");
    await page.locator('[data-path="carrier_id"]').click();
    await page.getByRole("option", { name: "City Riders" }).click();
    await page.getByRole("button", { name: "Use for all rows" }).click();
    await expect(confirm(page)).toHaveText("Confirm 1 driver");
    await confirm(page).click();
    await page.getByText("1 driver created.").waitFor();
    await page.getByRole("link", { name: "Row 2" }).click();
    await page.getByRole("heading", { name: "Kim Berger" }).waitFor();
    expect((await api.get(`${platform}/drivers`)).body.data).toMatchObject([
      { name: "Kim Berger", phone: "+4915112345678", vehicle: { type: "cargo_bike" } },
    ]);
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("is nothing for people who may not create shipments", async () => {
    const page = await enter();
    const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
    const { cookie } = await addPerson(server, account.id, "viewer");
    const other = await openWindow();
    const [name = "", value = ""] = cookie.split("=");
    await other.context().addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: "Lax" }]);
    await other.goto(`${server.url}/dashboard/sandbox/imports`);
    await settled(other);
    await expect(other.getByText("Your role, viewer, cannot change this.")).toBeVisible();
    await expect(other.getByRole("button", { name: "Choose a file" })).toHaveCount(0);
    await expect(other.getByRole("link", { name: "Shipments" }).first()).toBeVisible();
    await expect(other.getByRole("link", { name: "Imports" })).toHaveCount(0);
    expect(faultsOf(other.witness, server)).toEqual([]);
  });
});
