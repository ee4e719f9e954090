import { spyOn, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { changeSettings } from "../../src/access/accounts/settings.ts";
import type { PageLanguage } from "../../src/delivery/model/model.ts";
import { plainCard } from "../delivery/carriers/kinds/fleet/support.ts";
import { addFleet } from "../support/carrier-rows.ts";
import { addDriver } from "../support/drivers.ts";
import { platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import type { Client } from "../support/harness.ts";
import { pictures } from "../support/images.ts";
import { addPerson } from "../support/people.ts";
import { codesOfPages, readPdf } from "../support/printed.ts";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, issueKey, startDashboard, type WatchedPage } from "./dashboard.ts";

/** What people print: run sheets, lists of a day and statements. Looked at as paper, in the account's language. */

const { server, enter, openWindow } = await startDashboard();

/** Of tracking numbers. */
const base32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Noon in Berlin of a day that windows may begin on. */
const day = Temporal.Now.zonedDateTimeISO("Europe/Berlin").add({ days: 1 }).toPlainDate();
const inBerlin = (time: string, of = day) =>
  new Date(Temporal.ZonedDateTime.from(`${of}T${time}[Europe/Berlin]`).epochMilliseconds).toISOString();
const windowOf = (from: string, to: string, of = day) => ({
  start: inBerlin(from, of),
  end: inBerlin(to, of),
});

async function accountOf(page: WatchedPage): Promise<string> {
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  return (await answer.json()).account.id;
}

async function setLogo(page: WatchedPage): Promise<void> {
  const headers = { "x-environment": "sandbox", "sec-fetch-site": "same-origin" };
  const path = `${server.url}${platform}/account`;
  const image = await page.request.post(`${path}/images`, {
    data: Buffer.from(pictures.png),
    headers: { ...headers, "content-type": "image/png" },
  });
  const { id } = await image.json();
  const brand = { logo_image_id: id };
  expect((await page.request.patch(path, { data: { brand }, headers })).ok()).toBe(true);
}

async function setLanguage(page: WatchedPage, language: PageLanguage): Promise<void> {
  const id = await accountOf(page);
  await server.deps.stores.accounts.write((tx) => changeSettings(server.deps, tx, id, { language }));
}

/** The sheet as it comes out of a printer; its picture is kept where somebody wants to look at it. */
async function print(page: WatchedPage, name: string, format: "A4" | "Letter" = "A4") {
  const bytes = await page.pdf({ format, printBackground: true });
  const folder = process.env.WAYBILL_PAPERS;
  if (folder) {
    mkdirSync(folder, { recursive: true });
    await writeFile(`${folder}/${name}.pdf`, bytes);
  }
  const { size, texts } = await readPdf(bytes);
  return { size, text: texts.join(" "), pages: texts.length, codes: (await codesOfPages(bytes)).flat() };
}

const millimeters = (size: { originalWidth: number; originalHeight: number }) =>
  [size.originalWidth, size.originalHeight].map((points) => Math.round((points / 72) * 25.4));

/** A shipment that the driver has to pick up and deliver. */
async function jobOf(client: Client, fleet: string, driverId: string, change: Record<string, unknown>) {
  const { id, assignmentId } = await acceptFleet(client, fleet, change);
  const { status } = await client.post(`${platform}/assignments/${assignmentId}/driver`, {
    driver_id: driverId,
  });
  expect(status).toBe(200);
  return (await client.get(`${platform}/shipments/${id}`)).body;
}

/** Tracking numbers are of the widest letters that they can have. */
function drawWidest() {
  const { ids } = server.deps;
  const { integer } = ids;
  return spyOn(ids, "integer").mockImplementation((below) =>
    below === base32.length ? base32.indexOf("W") : integer(below),
  );
}

const recipient = (name: string, phone: string, line1: string) => ({
  contact: { name, phone },
  address: { line1, line2: "4th floor", city: "Potsdam", postal_code: "14467", country: "DE" },
  instructions: "Blue gate",
  window: windowOf("10:00", "12:30"),
  requirements: { signature: true, pin: true, min_age: 18 },
});

test("a run sheet has the stops in the driver's order with all that a rider needs, and no PIN", async () => {
  const page = await enter();
  const client = await issueKey(page, server);
  const accountId = await accountOf(page);
  const fleet = await addOpenFleet(server, accountId, { riders_may_call: true });
  const { id: driverId } = await addDriver(server, "sandbox", accountId, {
    carrierId: fleet,
    name: "Kim Berger",
    capacityAssignments: 20,
  });
  const numbers = drawWidest();
  const first = await jobOf(client, fleet, driverId, {
    reference: "ORD-1",
    delivery: recipient("Ada Example", "+4915112345678", "Lange Str. 1"),
    parcels: [{ weight_grams: 1500, quantity: 3 }],
  });
  numbers.mockRestore();
  expect(first.tracking_number).toMatch(/^WBW{10}/);
  const second = await jobOf(client, fleet, driverId, {
    reference: "ORD-2",
    delivery: recipient("Bo Example", "+4915187654321", "Kurze Str. 2"),
  });
  const { body: read } = await client.get(`${platform}/drivers/${driverId}/stops`);
  // A pickup stays before its delivery.
  const chosen = [read.data[2].id, ...[0, 1, 3].map((place) => read.data[place].id)];
  const put = await client.put(`${platform}/drivers/${driverId}/stops/order`, { stops: chosen });
  expect(put.status).toBe(200);

  await setLogo(page);
  await page.goto(`${server.url}/dashboard/sandbox/drivers/${driverId}`);
  await page.getByRole("link", { name: "Run sheet" }).click();
  const sheet = page.getByRole("article", { name: "Run sheet" });
  await expect(sheet.getByRole("listitem")).toHaveCount(4);
  await expect(sheet.getByRole("listitem").first()).toContainText("ORD-2");
  await expect
    .poll(() => sheet.locator(".paper-brand img").evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expectGood(page, "paper-run-sheet");
  await page.emulateMedia({ colorScheme: "light" });

  const { text, codes, size } = await print(page, "run-sheet-en");
  expect(millimeters(size)).toEqual([210, 297]);
  for (const part of [
    ...["Book shop", "Run sheet", "Kim Berger", "Times in Europe/Berlin", "4 stops"],
    ...["Ada Example", "+4915112345678", "Lange Str. 1, 4th floor", "14467 Potsdam", "Blue gate"],
    ...["3 pieces", "4,5 kg", "Signature", "PIN", "Age 18+", first.tracking_number, "ORD-1"],
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/10:00.{1,5}12:30/);
  expect(new Set(codes)).toEqual(
    new Set([first, second].map(({ tracking_number }) => `QRCode ${tracking_number}`)),
  );
  for (const { id } of [first, second]) {
    const { pin } = (await client.get(`${platform}/shipments/${id}/pin`)).body;
    expect(pin).toMatch(/^\d{4,}$/);
    expect(text.replaceAll(/\S*\d{6,}\S*/g, "")).not.toContain(pin);
  }
  // Nothing of the dashboard around it is printed.
  for (const part of ["Dispatch", "Webhooks", "Print", "Skip to content"]) {
    expect(text.replace(/Printed/, "")).not.toContain(part);
  }
  const letter = await print(page, "run-sheet-letter", "Letter");
  expect(millimeters(letter.size)).toEqual([216, 279]);

  for (const [language, title, direction] of [
    ["de", "Tourenblatt", "ltr"],
    ["ar", "ورقة المسار", "rtl"],
    ["uk", "Маршрутний лист", "ltr"],
    ["ja", "配送表", "ltr"],
  ] as const) {
    await setLanguage(page, language);
    await page.reload();
    await expect(sheet.getByRole("heading")).toHaveText(title);
    await expect(sheet).toHaveAttribute("dir", direction);
    await expect(sheet).toHaveAttribute("lang", language);
    const printed = await print(page, `run-sheet-${language}`);
    expect(printed.text).toContain("Ada Example");
    expect(printed.text).not.toContain("Run sheet");
    expect(new Set(printed.codes).size).toBe(2);
  }
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("a rider who may not call recipients has the sender's number on the sheet", async () => {
  const page = await enter();
  const client = await issueKey(page, server);
  const accountId = await accountOf(page);
  const fleet = await addOpenFleet(server, accountId);
  const { id: driverId } = await addDriver(server, "sandbox", accountId, { carrierId: fleet });
  await page.goto(`${server.url}/dashboard/sandbox/print/run-sheet/${driverId}`);
  await page.getByText("No stops.").waitFor();
  await jobOf(client, fleet, driverId, {
    delivery: recipient("Ada Example", "+4915112345678", "Lange Str. 1"),
  });
  await page.reload();
  await page.getByText("Lange Str. 1").waitFor();
  const { text } = await print(page, "run-sheet-no-calls");
  expect(text).toContain("Sender: ");
  expect(text).not.toContain("+4915112345678");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("a page breaks between stops, never within one", async () => {
  const page = await enter();
  const client = await issueKey(page, server);
  const accountId = await accountOf(page);
  const fleet = await addOpenFleet(server, accountId);
  const { id: driverId } = await addDriver(server, "sandbox", accountId, {
    carrierId: fleet,
    capacityAssignments: 20,
  });
  for (let count = 1; count <= 6; count += 1) {
    await jobOf(client, fleet, driverId, {
      reference: `ORD-${count}`,
      delivery: { ...recipient(`Recipient ${count}`, "+4915112345678", `Lange Str. ${count}`) },
    });
  }
  await page.goto(`${server.url}/dashboard/sandbox/print/run-sheet/${driverId}`);
  await expect(page.getByRole("article").getByRole("listitem")).toHaveCount(12);
  const bytes = await page.pdf({ format: "A4" });
  const { texts } = await readPdf(bytes);
  expect(texts.length).toBeGreaterThan(1);
  // The lines to write on end a stop: each page has as many as it has stops.
  const countIn = (text: string, part: RegExp) => text.match(part)?.length ?? 0;
  for (const text of texts) {
    expect(countIn(text, /Signature Note/g)).toBe(countIn(text, /(Pick up|Deliver) ·/g));
  }
  expect(texts.reduce((sum, text) => sum + countIn(text, /Signature Note/g), 0)).toBe(12);
});

test("the list of a day has its shipments with state, driver and window, and nothing of erased ones", async () => {
  const page = await enter();
  const client = await issueKey(page, server);
  const accountId = await accountOf(page);
  const fleet = await addOpenFleet(server, accountId);
  const { id: driverId } = await addDriver(server, "sandbox", accountId, { carrierId: fleet });
  await jobOf(client, fleet, driverId, {
    reference: "ORD-1",
    delivery: recipient("Ada Example", "+4915112345678", "Lange Str. 1"),
  });
  const other = recipient("Other Example", "+4915100000001", "Lange Str. 2");
  const window = windowOf("10:00", "12:30", day.add({ days: 1 }));
  await acceptFleet(client, fleet, { reference: "ORD-2", delivery: { ...other, window } });
  const erased = await acceptFleet(client, fleet, {
    reference: "ORD-3",
    delivery: recipient("Gone Example", "+4915100000000", "Leere Str. 3"),
  });
  await client.post(`${platform}/shipments/${erased.id}/cancellation`);
  expect((await client.post(`${platform}/shipments/${erased.id}/redaction`)).status).toBe(200);

  await page.goto(`${server.url}/dashboard/sandbox/shipments`);
  await page.getByRole("link", { name: "Print a day" }).click();
  await page.getByLabel("Day", { exact: true }).fill(String(day));
  const list = page.getByRole("article");
  await expect(list.getByRole("row")).toHaveCount(2);
  await expectGood(page, "paper-day");
  await page.emulateMedia({ colorScheme: "light" });
  const { text } = await print(page, "day-en");
  for (const part of [
    "ORD-1",
    "Ada Example",
    "Lange Str. 1, 4th floor",
    "Kim B.",
    "Assigned",
    "1 shipment",
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/10:00.{1,5}12:30/);
  expect(text).toContain("1 shipment is left out: its personal data was erased.");
  for (const part of ["ORD-2", "ORD-3", "Gone Example", "Leere Str.", "+4915112345678"]) {
    expect(text).not.toContain(part);
  }
  await page.getByLabel("Day", { exact: true }).fill(String(day.add({ days: 1 })));
  await expect(list).toContainText("ORD-2");
  await expect(list).not.toContainText("ORD-1");
  for (const language of ["de", "ar", "ja"] as const) {
    await setLanguage(page, language);
    await page.goto(`${server.url}/dashboard/sandbox/print/day?day=${day}`);
    await expect(list).toContainText("Ada Example");
    await print(page, `day-${language}`);
  }
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("a statement is printed with its totals, and says that it is no invoice", async () => {
  const page = await enter();
  const live = await liveClient(page);
  const change = { status: "active" as const, accounts: [await accountOf(page)] };
  const carrierId = await addFleet(server, "live", null, change, plainCard);
  await acceptFleet(live, carrierId, { reference: "ORD-1" });
  await page.goto(`${server.url}/dashboard/live/charges/statements`);
  await page.getByRole("link", { name: "Print" }).click();
  const sheet = page.getByRole("article");
  await expect(sheet).toContainText("ORD-1");
  await expectGood(page, "paper-statement");
  await page.emulateMedia({ colorScheme: "light" });
  const { text } = await print(page, "statement-en");
  for (const part of ["Statement", "ORD-1", "City Riders", "€5.00", "This is not an invoice."]) {
    expect(text).toContain(part);
  }
  expect(text).toContain("This month is not over");
  await setLanguage(page, "he");
  await page.reload();
  await expect(sheet).toHaveAttribute("dir", "rtl");
  expect((await print(page, "statement-he")).text).toContain("ORD-1");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

async function liveClient(page: WatchedPage): Promise<Client> {
  const answer = await page.request.post(`${server.url}/api/v1/keys`, {
    data: { name: "Live", environment: "live" },
    headers: { "sec-fetch-site": "same-origin" },
  });
  return server.client({ "x-api-key": (await answer.json()).secret });
}

test("a viewer prints what a viewer sees, and no PIN", async () => {
  const owner = await enter();
  const client = await issueKey(owner, server);
  const accountId = await accountOf(owner);
  const fleet = await addOpenFleet(server, accountId);
  const { id: driverId } = await addDriver(server, "sandbox", accountId, { carrierId: fleet });
  const job = await jobOf(client, fleet, driverId, {
    reference: "ORD-1",
    delivery: recipient("Ada Example", "+4915112345678", "Lange Str. 1"),
  });
  const { pin } = (await client.get(`${platform}/shipments/${job.id}/pin`)).body;
  const viewer = await addPerson(server, accountId, "viewer", `viewer-${crypto.randomUUID()}@example.com`);
  const page = await openWindow();
  const [name = "", value = ""] = viewer.cookie.split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: server.url, httpOnly: true, sameSite: "Lax" }]);
  await page.goto(`${server.url}/dashboard/sandbox/print/run-sheet/${driverId}`);
  await expect(page.getByRole("article")).toContainText("Lange Str. 1");
  const { text } = await print(page, "run-sheet-viewer");
  expect(text).toContain("Ada Example");
  expect(text.replaceAll(/\S*\d{6,}\S*/g, "")).not.toContain(pin);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("an owner chooses the language of papers, and the units of the account, in its settings", async () => {
  const page = await enter();
  await page.goto(`${server.url}/dashboard/sandbox/settings/account`);
  const section = page.getByRole("region", { name: "Language and units" });
  await section.getByRole("combobox", { name: "Language on paper" }).click();
  await page.getByRole("option", { name: "Japanese" }).click();
  await section.getByRole("combobox", { name: "Weights and sizes" }).click();
  await page.getByRole("option", { name: "Pounds and inches" }).click();
  await section.getByRole("button", { name: "Save language and units" }).click();
  await page.getByText("Saved.").waitFor();
  const read = await page.request.get(`${server.url}${platform}/account?environment=sandbox`);
  expect(await read.json()).toMatchObject({ language: "ja", units: "imperial" });
  await expectGood(page, "settings-language");
  await page.goto(`${server.url}/dashboard/sandbox/print/day`);
  await expect(page.getByRole("article")).toHaveAttribute("lang", "ja");
  await expect(page.getByRole("article")).toContainText("荷物はありません。");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the statement of an order form's customer has what the customer pays, and no cost of the account", async () => {
  const page = await enter();
  const form = "frm_01m7x5rdwme1ct34p92xd7wpnk";
  const sums = { currency: "EUR", charges: 1, deliveries: 1780, cancellations: 0, adjustments: 0, later: 0 };
  const total = { ...sums, total: 1780, customer_total: 2136 };
  const carrier = { id: "car_01m7x5rdwme1ct34p92xd7wpnk", code: "riders", name: "City Riders" };
  const line = { ...total, shipment_id: "shp_01m7x5rdwme1ct34p92xd7wpnk", tracking_number: null, carrier };
  const asked: string[] = [];
  await page.route("**/api/v1/platform/statements/**", async (route) => {
    asked.push(new URL(route.request().url()).searchParams.get("order_form_id") ?? "none");
    const span = { from: "2026-01-01T00:00:00.000Z", until: "2026-02-01T00:00:00.000Z", complete: true };
    const data = [{ ...line, reference: "ORD-1" }];
    await route.fulfill({
      json: { month: "2026-01", ...span, totals: [total], data, has_more: false, next_cursor: null },
    });
  });
  await page.route(`**/api/v1/platform/order-forms/${form}**`, (route) =>
    route.fulfill({ json: { customer: { name: "Flower Shop" } } }),
  );
  await page.goto(`${server.url}/dashboard/sandbox/print/statement?month=2026-01&order_form_id=${form}`);
  await expect(page.getByRole("article")).toContainText("ORD-1");
  const { text } = await print(page, "statement-customer");
  for (const part of [
    "Customer: Flower Shop",
    "January 2026",
    "To pay",
    "€21.36",
    "This is not an invoice.",
  ]) {
    expect(text).toContain(part);
  }
  for (const part of ["17.80", "City Riders", "Deliveries", "This month is not over"]) {
    expect(text).not.toContain(part);
  }
  expect(new Set(asked)).toEqual(new Set([form]));
});
