import { describe, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { pageLanguages } from "../../src/delivery/model/model.ts";
import { parseCidrs } from "../../src/infra/net/address.ts";
import { loadTexts } from "../../src/web/order/texts.ts";
import { addOpenFleet } from "../support/fleets.ts";
import type { Client } from "../support/harness.ts";
import { createForm, forms, knownDevice, nextAddress, requests } from "../support/order-forms.ts";
import { expectGood, findBarriers, findColorBarriers, photograph, sidewaysScroll } from "./appearance.ts";
import { expect, faultsOf, issueKey, startDashboard, type WatchedPage } from "./dashboard.ts";

/** A shop orders by the link of its form, and the firm answers. */

/** Calls of one address are few a minute: everybody has their own, as behind a proxy. */
const { server, enter, openWindow, open } = await startDashboard({
  trustedProxies: parseCidrs(["127.0.0.0/8", "::1/128"]),
  testClock: true,
});

const firstViewBytesMax = 60_000;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: "en-GB" };

interface Firm {
  page: WatchedPage;
  client: Client;
}

/** A firm with a fleet, signed in. */
async function startFirm(): Promise<Firm> {
  const page = await enter();
  const client = await issueKey(page, server);
  const { body } = await client.get("/api/v1/platform/account");
  await addOpenFleet(server, body.id);
  return { page, client };
}

/** The form's page as a customer has it. */
async function openOrder(token: string, options: Parameters<typeof openWindow>[0] = phone) {
  const page = await openWindow(options);
  await moveOn(page);
  await page.goto(`${server.url}/order#${token}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

/** To another address, whose calls count anew. */
const moveOn = (page: Page) => page.setExtraHTTPHeaders({ "x-forwarded-for": nextAddress() });

async function fill(page: Page, name = "Ada Park"): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Phone number (optional)").fill("+4930123456");
  await page.getByLabel("Street and number").fill("Oranienstraße 25");
  await page.getByLabel("Postal code").fill("10999");
  await page.getByLabel("Town").fill("Berlin");
  await page.getByLabel("Weight of each, in kg").fill("0,9");
}

const tap = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
/** Pages look again when somebody comes back to them. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("online")));
const ordersOf = async ({ client }: Firm, state: string) =>
  (await client.get(`${requests}?state=${state}`)).body.data;

/** The code of the sandbox, whose page shows it. */
async function codeOn(page: Page): Promise<string> {
  const said = await page.getByText(/The code is \d{6}\./).textContent();
  return /\d{6}/.exec(said ?? "")?.[0] ?? "";
}

async function enterCode(page: Page): Promise<void> {
  await tap(page, "My orders");
  await tap(page, "Send the code");
  await page.getByLabel("Code", { exact: true }).fill(await codeOn(page));
  await tap(page, "Show my orders");
}

/** Has the customer enter a code, after which the form books orders at once. */
async function confirmCustomer({ client }: Firm, id: string, token: string): Promise<void> {
  await knownDevice(server, token);
  const { status, text } = await client.patch(`${forms}/${id}`, { approval: "none" });
  if (status !== 200) throw new Error(text);
}

/** The token of the link that a dialog shows. */
async function tokenOn(dialog: Locator): Promise<string> {
  const text = await dialog.locator("pre").textContent();
  return /#([\w-]+)/.exec(text ?? "")?.[1] ?? "";
}

async function issueLiveKey({ page }: Firm): Promise<{ client: Client }> {
  const answer = await page.request.post(`${server.url}/api/v1/keys`, {
    data: { name: "Live", environment: "live" },
    headers: { "sec-fetch-site": "same-origin" },
  });
  return { client: server.client({ "x-api-key": (await answer.json()).secret }) };
}

describe("a customer orders", () => {
  test("with an approval: sees the price first, the firm says yes, and the customer learns it and prints the label", async () => {
    const firm = await startFirm();
    const { id, token } = await createForm(firm.client);
    const page = await openOrder(token);
    await fill(page);
    await expect(page.getByRole("status", { name: "Price" })).toHaveText("€6.00");
    await page.getByLabel("Note for the driver (optional)").fill("Second courtyard");
    await photograph(page, "order-form");
    await tap(page, "Order");
    await expect(page.getByText("Waits for confirmation")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await photograph(page, "order-form-ordered");
    expect(await ordersOf(firm, "waiting")).toMatchObject([
      {
        order_form_id: id,
        customer_price: { amount: 600, currency: "EUR" },
        order: {
          parcels: [{ quantity: 1, weight_grams: 900 }],
          delivery: { instructions: "Second courtyard", address: { country: "DE" } },
        },
      },
    ]);

    await open(firm.page, "");
    await firm.page.getByRole("button", { name: "Approve Ada Park" }).click();
    await firm.page.getByText("The order for Ada Park is a shipment now.").waitFor();
    await expect(firm.page.getByRole("region", { name: "Orders waiting" })).toHaveCount(0);

    await lookAgain(page);
    await expect(page.getByText("Being planned")).toBeVisible();
    const [{ shipment_id }] = await ordersOf(firm, "approved");
    await firm.client.post(`/api/v1/platform/shipments/${shipment_id}/assignments`, { strategy: "cheapest" });
    await lookAgain(page);
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    // In a window of its own, which this browser has no viewer for.
    const shown = page.context().waitForEvent("page");
    const label = page.waitForResponse(/\/label$/);
    await tap(page, "Print label");
    expect((await label).headers()["content-type"]).toBe("application/pdf");
    await shown;
    expect(faultsOf(page.witness, server).filter((fault) => !fault.startsWith("blob:"))).toEqual([]);
    expect(page.witness.requests.filter((url) => url.includes(token))).toEqual([]);
  });

  test("and is refused with a word that the customer reads", async () => {
    const firm = await startFirm();
    const { token } = await createForm(firm.client);
    const page = await openOrder(token);
    await fill(page, "Lin Wu");
    await tap(page, "Order");
    await expect(page.getByText("Waits for confirmation")).toBeVisible();
    await open(firm.page, "/order-forms");
    await firm.page.getByRole("button", { name: "Say why… (refuse Lin Wu)" }).click();
    await firm.page.getByLabel("Message for the customer").fill("We are closed that day.");
    await firm.page.getByRole("button", { name: "Refuse order" }).click();
    await firm.page.getByText("The order for Lin Wu was refused.").waitFor();
    await lookAgain(page);
    await expect(page.getByText("Not accepted")).toBeVisible();
    await expect(page.getByText("Book shop says: We are closed that day.")).toBeVisible();
  });

  test("without an approval: the delivery is booked at once, however often somebody taps", async () => {
    const firm = await startFirm();
    const { id, token } = await createForm(firm.client);
    await confirmCustomer(firm, id, token);
    const page = await openOrder(token);
    await fill(page);
    await page.getByRole("button", { name: "Order", exact: true }).dblclick();
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    await expect(page.getByText("€6.00")).toBeVisible();
    await page.getByRole("button", { name: "Print label" }).waitFor();
    // A reload shows the order again, and orders nothing.
    await page.reload();
    await expect(page.getByText("Confirmed", { exact: true })).toBeVisible();
    expect(await ordersOf(firm, "approved")).toHaveLength(1);
    await tap(page, "Order another");
    await expect(page.getByLabel("Street and number")).toHaveValue("");
  });

  test("and whose network fails keeps what was typed, and orders once", async () => {
    const firm = await startFirm();
    const { token } = await createForm(firm.client);
    const page = await openOrder(token);
    await fill(page);
    await page.context().setOffline(true);
    await expect(page.getByText("No connection. What you typed stays here.")).toBeVisible();
    await tap(page, "Order");
    await expect(page.getByRole("alert")).toHaveText(/^Not sent\./);
    expect(await findBarriers(page)).toEqual([]);
    await page.context().setOffline(false);
    await expect(page.getByText("No connection.")).toHaveCount(0);
    // The server has it, and its response is lost: the same order is sent again.
    await page.route("**/order-form/orders", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await tap(page, "Order");
    await expect(page.getByRole("alert")).toHaveText(/^Not sent\./);
    await page.unroute("**/order-form/orders");
    await page.reload();
    await expect(page.getByLabel("Street and number")).toHaveValue("Oranienstraße 25");
    await tap(page, "Order");
    await expect(page.getByText("Waits for confirmation")).toBeVisible();
    expect(await ordersOf(firm, "waiting")).toHaveLength(1);
  });

  test("and learns of a pause while filling the form: nothing is ordered, nothing is lost", async () => {
    const firm = await startFirm();
    const { id, token } = await createForm(firm.client);
    const page = await openOrder(token);
    await fill(page);
    await open(firm.page, `/order-forms/${id}/link`);
    await firm.page.getByRole("button", { name: "Pause" }).click();
    await firm.page.getByRole("menuitem", { name: "For an hour" }).click();
    await firm.page.getByText("Book shop is paused.").waitFor();
    await tap(page, "Order");
    await expect(page.getByRole("alert")).toHaveText(
      "Book shop takes no orders here right now. What you typed stays here.",
    );
    expect(await ordersOf(firm, "waiting")).toEqual([]);
    const late = await openOrder(token);
    await expect(late.getByRole("heading", { level: 1 })).toHaveText("No orders at the moment");
    await late.getByText(/Orders are possible again from/).waitFor();
    await expectGood(late, "order-form-paused");
    await firm.page.getByRole("button", { name: "Resume" }).click();
    await firm.page.getByText("Customers can order.").waitFor();
    await tap(late, "Try again");
    await expect(late.getByRole("heading", { level: 1 })).toHaveText("Order a delivery");
    await tap(page, "Order");
    await expect(page.getByText("Waits for confirmation")).toBeVisible();
  });

  test("sees what is wrong at its field, and by keyboard alone comes to it", async () => {
    const firm = await startFirm();
    const { token } = await createForm(firm.client, { limits: { countries: ["DE"] } });
    const page = await openOrder(token, { locale: "en-GB" });
    await expect(page.getByLabel("Country")).toHaveCount(0);
    await page.getByLabel("Name", { exact: true }).press("Enter");
    await expect(page.getByLabel("Name", { exact: true })).toBeFocused();
    await expect(page.getByLabel("Name", { exact: true })).toHaveAccessibleDescription("Fill in this field.");
    await page.keyboard.type("Ada Park");
    await page.keyboard.press("Tab");
    await page.keyboard.type("12");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Oranienstraße 25");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Berlin");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.type("0.9");
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Phone number (optional)")).toBeFocused();
    await expect(page.getByLabel("Phone number (optional)")).toHaveAccessibleDescription(
      /^Enter the number with its country code/,
    );
    await expect(page.getByText("Check the marked fields.").first()).toBeVisible();
    await expectGood(page, "order-form-faults");
    expect(await ordersOf(firm, "waiting")).toEqual([]);
    await page.getByLabel("Phone number (optional)").fill("");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Waits for confirmation")).toBeVisible();
  });

  test("chooses a window of the day, in the pickup's own time", async () => {
    const firm = await startFirm();
    const address = { line1: "1-1 Marunouchi", city: "Tokyo", postal_code: "100-0005", country: "JP" };
    const { token } = await createForm(firm.client, {
      pickup: { contact: { name: "Harbour books" }, address },
      limits: { countries: ["JP"] },
    });
    const page = await openOrder(token, { ...phone, timezoneId: "Europe/Berlin" });
    await expect(page.getByLabel("When")).toHaveAccessibleDescription(
      "Times are those at the pickup (Japan Standard Time).",
    );
    await fill(page);
    const option = page.getByLabel("When").locator("option").nth(1);
    const start = (await option.getAttribute("value")) ?? "";
    await page.getByLabel("When").selectOption(start);
    const hour = new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Tokyo", hour: "2-digit" });
    expect(await option.textContent()).toContain(hour.format(new Date(start)));
    await tap(page, "Order");
    await expect(page.getByText("Waits for confirmation")).toBeVisible();
    const [{ order }] = await ordersOf(firm, "waiting");
    expect(order.delivery.window.start).toBe(start);

    // The firm reads all of it: no ellipsis cuts the time.
    await open(firm.page, "/order-forms");
    const when = firm.page.locator("p", { hasText: "Asia/Tokyo" });
    await when.waitFor();
    expect(await when.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});

describe("earlier orders", () => {
  test("are seen with a code, cancelled, printed, and forgotten with the device", async () => {
    const firm = await startFirm();
    const { id, token } = await createForm(firm.client);
    await confirmCustomer(firm, id, token);
    const page = await openOrder(token);
    await fill(page);
    await tap(page, "Order");
    await page.getByRole("button", { name: "Print label" }).waitFor();
    await tap(page, "My orders");
    await tap(page, "Send the code");
    await page.getByLabel("Code", { exact: true }).fill("12345");
    await tap(page, "Show my orders");
    await expect(page.getByLabel("Code", { exact: true })).toHaveAccessibleDescription(
      "This code is wrong or has expired.",
    );
    const right = await codeOn(page);
    await page.getByLabel("Code", { exact: true }).fill(right === "000000" ? "000001" : "000000");
    await tap(page, "Show my orders");
    await expect(page.getByLabel("Code", { exact: true })).toBeFocused();
    expect(await findBarriers(page)).toEqual([]);
    await moveOn(page);
    await page.getByLabel("Code", { exact: true }).fill(right);
    await tap(page, "Show my orders");
    const order = page.getByRole("listitem");
    await expect(order).toContainText("For Ada Park in Berlin");
    await expect(order).toContainText("€6.00");
    await expectGood(page, "order-form-mine");
    const label = page.waitForResponse(/\/label$/);
    await order.getByRole("button", { name: "Print label" }).click();
    expect((await label).status()).toBe(200);
    await order.getByRole("button", { name: "Cancel order" }).click();
    await expect(order.getByRole("button", { name: "No, keep it" })).toBeFocused();
    await order.getByRole("button", { name: "Cancel order" }).click();
    await expect(order).toContainText("Cancelled");
    await expect(order.getByRole("button", { name: "Cancel order" })).toHaveCount(0);
    const [{ shipment_id }] = await ordersOf(firm, "approved");
    const { body: shipment } = await firm.client.get(`/api/v1/platform/shipments/${shipment_id}`);
    expect(shipment.status).toBe("cancelled");

    // The device is known for as long as nobody ends it.
    await moveOn(page);
    await page.reload();
    await tap(page, "My orders");
    await expect(page.getByRole("listitem")).toHaveCount(1);
    await tap(page, "Forget this device");
    await page.getByText("This device is forgotten.").waitFor();
    await expect(page.getByRole("listitem")).toHaveCount(0);
    expect(await page.evaluate(() => JSON.stringify(localStorage))).toBe("{}");
  });

  test("are called back while a rider has the goods", async () => {
    const firm = await startFirm();
    const { client } = firm;
    const { id, token } = await createForm(client, { may: ["recall"] });
    await confirmCustomer(firm, id, token);
    const page = await openOrder(token);
    await fill(page);
    await tap(page, "Order");
    await page.getByRole("button", { name: "Print label" }).waitFor();
    const [{ shipment_id }] = await ordersOf(firm, "approved");
    const path = `/api/v1/platform/shipments/${shipment_id}`;
    const { assignment } = (await client.get(path)).body;
    const at = new Date(server.deps.clock.now()).toISOString();
    const picked = { id: "up", at, assignment_id: assignment.id, type: "progress", substatus: "picked_up" };
    await client.post(`/api/v1/platform/carriers/${assignment.carrier.id}/reports`, [picked]);
    await moveOn(page);
    await enterCode(page);
    const order = page.getByRole("listitem");
    await order.getByRole("button", { name: "Call it back" }).click();
    await expect(order.getByRole("button", { name: "No, deliver it" })).toBeFocused();
    await expectGood(page, "order-form-recall");
    await order.getByRole("button", { name: "Call it back" }).click();
    await expect(order).toContainText("Asked back; the rider has not answered yet");
    await expect(order.getByRole("button", { name: "Call it back" })).toHaveCount(0);
    const { body: seen } = await client.post(`${path}/recall/seen`, {});
    expect([seen.status, seen.failure.message]).toEqual(["returning", "Book shop asked for them."]);
    await moveOn(page);
    await page.reload();
    await tap(page, "My orders");
    await expect(page.getByRole("listitem")).toContainText("Coming back to you");
    expect(faultsOf(page.witness, server)).toEqual([]);
  });

  test("are gone from every device when the firm ends them", async () => {
    const firm = await startFirm();
    const { id, token } = await createForm(firm.client, { price: null });
    const page = await openOrder(token);
    await enterCode(page);
    await page.getByText("There are no orders yet.").waitFor();
    await open(firm.page, `/order-forms/${id}/link`);
    await firm.page.getByText("1 device", { exact: true }).waitFor();
    await firm.page.getByRole("button", { name: "End all devices…" }).click();
    await firm.page.getByRole("button", { name: "End all devices", exact: true }).click();
    await firm.page.getByText("0 devices").waitFor();
    await expectGood(firm.page, "order-form-link");
    await page.reload();
    await expect(page.getByText("Price")).toHaveCount(0);
    await tap(page, "My orders");
    await page.getByRole("button", { name: "Send the code" }).waitFor();
  });
});

describe("the firm", () => {
  test("makes a form, sends its link once, replaces it, and finds what came of it", async () => {
    const { page, client } = await startFirm();
    await open(page, "/order-forms");
    await page.getByRole("link", { name: "Add order form" }).first().click();
    await page.getByLabel("Name of the form").fill("Corner shop");
    await page.getByRole("button", { name: "Create order form" }).click();
    await expect(page.getByText(/Check the (field|\d fields) marked in red\./)).toBeVisible();
    const pickup = page.getByRole("region", { name: "Pickup" });
    await pickup.getByLabel("Name", { exact: false }).first().fill("Corner shop");
    await pickup.getByLabel("Street and number").fill("Torstraße 1");
    await pickup.getByLabel("Town").fill("Berlin");
    await pickup.getByLabel("Country").fill("Germany");
    await page.getByRole("option", { name: "Germany" }).click();
    await page.getByLabel("Markup in percent").fill("400");
    await page.getByRole("button", { name: "Create order form" }).click();
    await expect(page.getByLabel("Markup in percent")).toHaveAccessibleDescription(/at most 300/);
    await page.getByLabel("Markup in percent").fill("20");
    await page.getByRole("button", { name: "Create order form" }).click();
    const dialog = page.getByRole("dialog", { name: "Link for Corner shop" });
    await dialog.getByRole("img", { name: "QR code of the link for Corner shop" }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await photograph(page, "order-form-link-once");
    const first = await tokenOn(dialog);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("heading", { level: 1, name: "Corner shop" }).waitFor();

    const shop = await openOrder(first);
    await expect(shop.getByText("Pickup: Corner shop, Torstraße 1, Berlin")).toBeVisible();
    await page.getByRole("link", { name: "Link", exact: true }).click();
    await page.getByRole("button", { name: "New link…" }).click();
    await page.getByRole("button", { name: "Make a new link" }).click();
    await dialog.waitFor();
    const second = await tokenOn(dialog);
    expect(second).not.toBe(first);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await shop.reload();
    await expect(shop.getByRole("heading", { level: 1 })).toHaveText("This link does not work");

    const [{ id }] = (await client.get(forms)).body.data;
    const renewed = await openOrder(second);
    await fill(renewed);
    await tap(renewed, "Order");
    await expect(renewed.getByText("Waits for confirmation")).toBeVisible();
    await open(page, "/dispatch");
    const needs = page.getByRole("region", { name: "Needs you" });
    await needs.getByText("Order waits for you").waitFor();
    await needs.getByRole("button", { name: /^Approve/ }).click();
    await expect(needs.getByText("Order waits for you")).toHaveCount(0);
    const [{ shipment_id }] = (await client.get(`${requests}?state=approved`)).body.data;
    const accepted = await client.post(`/api/v1/platform/shipments/${shipment_id}/assignments`, {
      strategy: "cheapest",
    });
    expect(accepted.status).toBe(201);

    await open(page, `/order-forms/${id}`);
    await page.getByRole("link", { name: "Its shipments" }).click();
    await page.getByRole("button", { name: "Only Corner shop" }).waitFor();
    await expect(page.getByRole("region", { name: "Shipments" })).toContainText("Ada Park");
    await open(page, `/order-forms/${id}/statement`);
    // 500 of the card, and 20 % on it.
    const line = page.getByRole("region", { name: "Shipments" }).getByRole("row").last();
    await expect(line).toContainText("€5.00");
    await expect(line).toContainText("€6.00");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    const file = await (await download).path();
    expect(await Bun.file(file).text()).toContain(shipment_id);
    await page.getByRole("link", { name: "All charges of this form" }).click();
    await expect(page.getByRole("region", { name: "Charges" }).getByRole("row")).toHaveCount(2);

    await open(page, `/order-forms/${id}/settings`);
    await page.getByLabel("Orders per day").fill("1");
    await page.getByRole("button", { name: "Save order form" }).click();
    await page.getByText("Saved.").waitFor();
    const { body } = await client.get(`${forms}/${id}`);
    expect(body).toMatchObject({ limits: { orders_per_day: 1 }, may: ["cancel"], approval: "each" });
    const full = await openOrder(second);
    await expect(full.getByText("No more orders are possible today.")).toBeVisible();
    await page.getByRole("button", { name: "Delete…" }).click();
    await page.getByRole("button", { name: "Delete order form" }).click();
    await page.getByText("Corner shop was deleted.").waitFor();
    expect((await client.get(`${forms}/${id}`)).status).toBe(404);
  });

  test("approves without a time an order whose time is over meanwhile", async () => {
    const { page, client } = await startFirm();
    const { token } = await createForm(client);
    const shop = await openOrder(token);
    await fill(shop);
    await shop.getByLabel("When").selectOption({ index: 1 });
    await tap(shop, "Order");
    await expect(shop.getByText("Waits for confirmation")).toBeVisible();
    const moved = await client.patch("/api/v1/platform/sandbox/clock", { advance_seconds: 2 * 86_400 });
    expect(moved.status).toBe(200);
    await open(page, "/order-forms");
    await page.getByRole("button", { name: "Approve Ada Park" }).click();
    await page.getByText("The time that the customer wants is over.").waitFor();
    await page.getByRole("button", { name: "Approve Ada Park without a time" }).click();
    await page.getByText("The order for Ada Park is a shipment now.").waitFor();
    await moveOn(shop);
    await lookAgain(shop);
    // After a day the link alone shows no order.
    await expect(shop.getByRole("heading", { level: 1, name: "My orders" })).toBeFocused();
  });
});

describe("the page", () => {
  test("says what a link that opens nothing means", async () => {
    for (const token of ["", "nobody-has-this-token"]) {
      const page = await openOrder(token);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link does not work");
      expect(await findBarriers(page)).toEqual([]);
    }
  });

  test("opens in live only with a privacy notice and an imprint, and links to both", async () => {
    const firm = await startFirm();
    const { client: live } = await issueLiveKey(firm);
    const { token } = await createForm(live);
    const page = await openOrder(token);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This form is not open yet");
    await page.getByText("Ask them to add both.").waitFor();
    await open(firm.page, "/settings/account");
    await firm.page.getByLabel("Privacy notice").fill("https://example.com/privacy");
    await firm.page.getByLabel("Imprint").fill("https://example.com/imprint");
    await firm.page.getByLabel("Color").fill("#0b7285");
    await firm.page.getByRole("button", { name: "Save account" }).click();
    await firm.page.getByText("Saved.").waitFor();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Order a delivery");
    await expect(page.getByRole("link", { name: "Privacy notice" })).toHaveAttribute(
      "href",
      "https://example.com/privacy",
    );
    await expect(page.getByRole("link", { name: "Imprint" })).toHaveAttribute(
      "href",
      "https://example.com/imprint",
    );
    await expect(page.getByText("Sandbox")).toHaveCount(0);
    await expectGood(page, "order-form-live");
  });

  test("speaks thirteen languages, in their direction, and is wide enough for each", async () => {
    const firm = await startFirm();
    const { token } = await createForm(firm.client, { name: "Книги & Söhne" });
    for (const language of pageLanguages) {
      const page = await openOrder(token, {
        ...phone,
        viewport: { width: 360, height: 740 },
        locale: language,
      });
      const { title } = await loadTexts(language);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      const html = page.locator("html");
      await expect(html).toHaveAttribute("lang", language);
      await expect(html).toHaveAttribute("dir", ["ar", "he"].includes(language) ? "rtl" : "ltr");
      expect([language, await sidewaysScroll(page)]).toEqual([language, 0]);
      if (["ar", "de", "ja"].includes(language)) {
        expect(await findBarriers(page)).toEqual([]);
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await findColorBarriers(page)).toEqual([]);
        await photograph(page, `order-form-${language}`);
      }
    }
  });

  test(`is at most ${firstViewBytesMax} bytes over the wire for its first view`, async () => {
    const firm = await startFirm();
    const { token } = await createForm(firm.client);
    for (const locale of ["en-GB", "uk"]) {
      const page = await openWindow({ ...phone, locale });
      await moveOn(page);
      const session = await page.context().newCDPSession(page);
      await session.send("Network.enable");
      const loaded: { url: string; bytes: number }[] = [];
      const urls = new Map<string, string>();
      session.on("Network.requestWillBeSent", ({ requestId, request }) => urls.set(requestId, request.url));
      session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
        loaded.push({ url: urls.get(requestId) ?? "", bytes: encodedDataLength }),
      );
      await page.goto(`${server.url}/order#${token}`);
      await page.getByRole("textbox").first().waitFor();
      await page.waitForLoadState("networkidle");
      const bytes = loaded.reduce((sum, each) => sum + each.bytes, 0);
      expect(loaded.some(({ url }) => url.endsWith(".js"))).toBe(true);
      expect(bytes).toBeGreaterThan(10_000);
      expect(bytes).toBeLessThanOrEqual(firstViewBytesMax);
      if (process.env.TEST_SCREENSHOTS)
        process.stdout.write(`${locale}: ${bytes} bytes in ${loaded.length}\n`);
    }
  });
});
