import { afterAll, describe, test } from "bun:test";
import { exampleCard } from "../../src/delivery/carriers/kinds/fleet/example.ts";
import { shortShipment } from "../../src/delivery/lifecycle/state/example.ts";
import { platform } from "../support/fixtures.ts";
import { eventually } from "../support/harness.ts";
import { createShipment, expect, issueKey, startDashboard, wide } from "./dashboard.ts";

/** What forms do when others change the same thing, when answers get lost, and when the browser refuses. */

const { server, enter, open } = await startDashboard();

const receiver = Bun.serve({ port: 0, fetch: () => new Response() });
afterAll(() => receiver.stop(true));
const hook = `http://127.0.0.1:${receiver.port}/hook`;

describe("what somebody else changed meanwhile", () => {
  test("of a shipment is not overwritten: only what was typed is sent, for the version that was seen", async () => {
    const page = await enter();
    const api = await issueKey(page, server);
    const { id } = await createShipment(page, server, { reference: "ORD-1" });
    const path = `${platform}/shipments/${id}`;
    await open(page, `/shipments/${id}`);
    await page.getByRole("button", { name: "Edit…" }).click();
    // What is changed from now on is newer than what the form shows.
    await page.getByLabel("Reference", { exact: true }).waitFor();
    const change = { delivery: { contact: { phone: "+4930555123" }, instructions: "Ring twice" } };
    expect((await api.patch(path, change)).status).toBe(200);

    // Its quote is accepted.
    await expect(page.getByLabel("Street and number")).toHaveCount(0);
    await page.getByLabel("Reference", { exact: true }).fill("ORD-2");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("alert", { name: "Someone else changed the shipment" })).toBeFocused();
    await expect(page.locator('[data-path="delivery.contact.phone"]')).toHaveValue("+4930555123");
    await expect(page.getByLabel("Reference", { exact: true })).toHaveValue("ORD-2");
    expect((await api.get(path)).body.reference).toBe("ORD-1");

    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save" }).click();
    expect((await sent).postDataJSON()).toEqual({ reference: "ORD-2" });
    await page.getByText("Shipment saved.").waitFor();
    const { body } = await api.get(path);
    expect([body.reference, body.delivery.contact.phone]).toEqual(["ORD-2", "+4930555123"]);
    await page.getByRole("heading", { name: "ORD-2" }).waitFor();
    await page.getByText("+4930555123", { exact: true }).waitFor();
    await expect(page.getByRole("region", { name: "Events" }).getByRole("button").first()).toContainText(
      "shipment.updated",
    );
  });

  test("of an endpoint comes into the fields that nobody touched, is not sent back, and takes nothing that is typed", async () => {
    const page = await enter();
    const api = await issueKey(page, server);
    const { body } = await api.post(`${platform}/webhooks`, {
      url: hook,
      events: ["*"],
    });
    const path = `${platform}/webhooks/${body.id}`;
    await open(page, `/webhooks/${body.id}/settings`);
    await page.getByLabel("Description").fill("Typed here");
    expect((await api.patch(path, { max_per_second: 7 })).status).toBe(200);
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByText("Endpoint disabled.").waitFor();
    await expect(page.getByLabel("Maximum attempts per second")).toHaveValue("7");
    await expect(page.getByLabel("Description")).toHaveValue("Typed here");

    const released = Promise.withResolvers<void>();
    await page.route("**/webhooks/*", async (route) => {
      if (route.request().method() === "PATCH") await released.promise;
      await route.continue();
    });
    const save = page.getByRole("button", { name: "Save" });
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await save.click();
    expect((await sent).postDataJSON()).toEqual({ description: "Typed here" });
    await page.getByLabel("Description").fill("Typed meanwhile");
    released.resolve();
    await page.getByText("Saved. Applies from the next attempt.").waitFor();
    expect((await api.get(path)).body).toMatchObject({ description: "Typed here", max_per_second: 7 });
    await expect(save).toBeEnabled();
    await expect(page.getByLabel("Description")).toHaveValue("Typed meanwhile");
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
    await save.click();
    await saved;
    await expect(save).toBeDisabled();
    expect((await api.get(path)).body.description).toBe("Typed meanwhile");
  });

  test("of a driver is shown when saving is refused, and what was typed is saved the next time", async () => {
    const page = await enter();
    const headers = { "sec-fetch-site": "same-origin", "x-environment": "sandbox" };
    const fleet = { kind: "fleet", code: "riders", name: "Riders", settings: {} };
    const call = async (method: "post" | "patch", path: string, data: object) => {
      const answer = await page.request[method](`${server.url}${platform}${path}`, { data, headers });
      expect(answer.ok()).toBe(true);
      return answer.json();
    };
    const carrier = await call("post", "/carriers", fleet);
    const { id } = await call("post", "/drivers", {
      carrier_id: carrier.id,
      name: "Kim",
      vehicle: { type: "bicycle" },
    });
    await open(page, `/drivers/${id}/settings`);
    const name = page.getByLabel("Name", { exact: true });
    const phone = page.getByLabel("Phone", { exact: true });
    await name.fill("Robin");
    await call("patch", `/drivers/${id}`, { phone: "+4930555123" });
    const save = page.getByRole("button", { name: "Save driver" });
    await save.click();
    await page.getByRole("alert").filter({ hasText: "Someone else changed this meanwhile" }).waitFor();
    await expect(phone).toHaveValue("+4930555123");
    await expect(name).toHaveValue("Robin");
    const saved = page.waitForResponse((response) => response.request().method() === "PATCH");
    await save.click();
    await saved;
    await expect(save).toBeDisabled();
    const stored = await page.request.get(`${server.url}${platform}/drivers/${id}`, { headers });
    expect(await stored.json()).toMatchObject({ name: "Robin", phone: "+4930555123" });
  });

  test("of a rate card is announced, and replaced only by what stands there", async () => {
    const page = await enter();
    const headers = { "sec-fetch-site": "same-origin", "x-environment": "sandbox" };
    const carriers = `${server.url}${platform}/carriers`;
    const data = { kind: "fleet", code: "riders", name: "Riders", settings: {} };
    const made = await page.request.post(carriers, { data, headers });
    const { id } = await made.json();
    const path = `${carriers}/${id}/rate-card`;
    const put = async (card: object) =>
      expect((await page.request.put(path, { data: card, headers })).status()).toBe(200);
    const comeBack = () =>
      eventually("what is shown is read again", async () => {
        await page.evaluate(() => window.dispatchEvent(new Event("visibilitychange")));
        return (await page.getByText("Someone else saved").count()) > 0;
      });
    const zoneOf = async () => (await (await page.request.get(path, { headers })).json()).time_zone;
    await put(exampleCard);
    await open(page, `/carriers/${id}/rate-card`);
    const name = page.locator('[data-path="services.0.name"]');
    await name.fill("Typed here");
    await put({ ...exampleCard, time_zone: "Europe/Paris" });
    await comeBack();
    const notice = page.getByText("Someone else saved version 2 while you were editing.");
    await expect(notice).toBeVisible();
    await expect(name).toHaveValue("Typed here");
    await page.getByRole("button", { name: "Show version 2" }).click();
    await expect(notice).toHaveCount(0);
    await expect(name).toHaveValue("Express");
    await expect(page.getByRole("combobox", { name: "Time zone" })).toHaveValue("Europe/Paris");

    await page.getByRole("combobox", { name: "Time zone" }).fill("Vienna");
    await page.getByRole("option", { name: "Europe/Vienna" }).click();
    await put({ ...exampleCard, time_zone: "Europe/Rome" });
    await comeBack();
    await page.getByText("Someone else saved version 3").waitFor();
    const released = Promise.withResolvers<void>();
    await page.route("**/rate-card", async (route) => {
      if (route.request().method() === "PUT") await released.promise;
      await route.continue();
    });
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await page.getByRole("button", { name: "Save rate card" }).click();
    await sent;
    await name.fill("Typed meanwhile");
    released.resolve();
    await page.getByText("Saved as version 4.").waitFor();
    expect(await zoneOf()).toBe("Europe/Vienna");
    await expect(name).toHaveValue("Typed meanwhile");
    await page.getByRole("button", { name: "Save rate card" }).click();
    await page.getByText("Saved as version 5.").waitFor();
    await expect(page.getByText("Someone else saved")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Save rate card" })).toBeDisabled();
  });
});

test("a filled form is left only when somebody says so", async () => {
  const page = await enter();
  await open(page, "/shipments");
  const list = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Shipments" });
  const form = page.getByRole("link", { name: "Create shipment" }).first();
  await form.click();
  await list.click();
  await expect(page).toHaveURL(/\/shipments$/);
  await form.click();
  const reference = page.getByLabel("Reference", { exact: true });
  await reference.fill("ORD-1");
  await list.click();
  const dialog = page.getByRole("dialog", { name: "Leave this page?" });
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(dialog).toBeHidden();
  await expect(reference).toHaveValue("ORD-1");
  const asked = page.waitForEvent("dialog");
  await page.evaluate(() => void setTimeout(() => location.reload()));
  await (await asked).dismiss();
  await expect(reference).toHaveValue("ORD-1");
  await page.evaluate(() => history.back());
  await dialog.getByRole("button", { name: "Leave" }).click();
  await expect(page).toHaveURL(/\/shipments$/);

  await form.click();
  await reference.fill("ORD-2");
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("a first try whose answer got lost is sent again as it was, and told of when it is changed", async () => {
  const page = await enter();
  await open(page, "/keys");
  await page.route("**/api/v1/keys", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
  });
  const press = () => page.getByRole("button", { name: "Create key" }).click();
  const names = async () => {
    const { data } = await (await page.request.get(`${server.url}/api/v1/keys`)).json();
    return data.map(({ name }: { name: string }) => name).sort();
  };
  await page.getByRole("button", { name: "Create a key" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("First");
  for (let tries = 0; tries < 2; tries += 1) {
    const failed = page.waitForEvent("requestfailed");
    await press();
    await failed;
    await expect(page.getByRole("button", { name: "Create key" })).toBeEnabled();
  }
  expect(await names()).toEqual(["First"]);
  await page.unroute("**/api/v1/keys");
  await page.getByLabel("Name", { exact: true }).fill("Second");
  await press();
  await page.getByText("The first request got no response. It may have succeeded").waitFor();
  await page.getByRole("dialog", { name: "Secret of Second" }).waitFor();
  expect(await names()).toEqual(["First", "Second"]);
});

test("a shipment that gets no answer says so beside the button until the next try, which creates it once", async () => {
  const page = await enter();
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "/shipments/new");
  await page.getByRole("button", { name: "Fill with example" }).click();
  const keys: (string | undefined)[] = [];
  await page.route("**/*", async (route) => {
    const request = route.request();
    if (request.method() !== "POST" || !request.url().endsWith("/platform/shipments"))
      return route.fallback();
    keys.push(request.headers()["idempotency-key"]);
    return keys.length > 1 ? route.continue() : route.abort();
  });
  const button = page.getByRole("button", { name: "Create shipment" });
  await button.click();
  const notice = page
    .getByRole("alert")
    .filter({ hasText: "Not sent: the server did not respond. Try again." });
  await expect(notice).toBeInViewport();
  await page.setViewportSize(wide);
  await expect(page.getByText("Reconnecting")).toHaveCount(0);
  await expect(notice).toBeInViewport();
  await expect(button).toBeInViewport();
  const gap = async () => {
    const [above, below] = [await notice.boundingBox(), await button.boundingBox()];
    return below && above && below.y - above.y - above.height;
  };
  await expect.poll(gap).toBeLessThan(40);

  await button.click();
  await page.getByRole("heading", { name: "Quotes" }).waitFor();
  await expect(notice).toHaveCount(0);
  expect(new Set(keys).size).toBe(1);
  const answer = await page.request.get(`${server.url}${platform}/shipments?environment=sandbox`);
  expect((await answer.json()).data).toHaveLength(1);
});

test("an offer that could not be accepted says so until the next try", async () => {
  const page = await enter();
  const api = await issueKey(page, server);
  const { body } = await api.post(`${platform}/shipments`, {
    ...shortShipment,
    simulation: { speed: "manual" },
  });
  await open(page, `/shipments/${body.id}`);
  await page.route("**/assignments", (route) => route.abort(), { times: 1 });
  const accept = page.getByRole("button", { name: /^Accept quote from/ }).first();
  await accept.click();
  const notice = page.getByRole("alert").filter({ hasText: "Not sent: the server did not respond." });
  await notice.waitFor();
  await expect(page.getByText("Reconnecting")).toHaveCount(0);
  await expect(notice).toBeVisible();
  await accept.click();
  await page.getByText("Quote accepted.").waitFor();
});

describe("copying", () => {
  test("is said aloud", async () => {
    const page = await enter();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const { id, tracking_number } = await createShipment(page, server);
    await open(page, `/shipments/${id}`);
    await page.getByRole("button", { name: "Copy the tracking number" }).click();
    await expect(page.locator("[aria-live]").filter({ hasText: "Copied" })).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(tracking_number);
  });

  test("that the browser refuses leaves the text selected, and says so", async () => {
    const page = await enter();
    const { id, tracking_number } = await createShipment(page, server);
    await page.addInitScript(() => {
      Object.defineProperty(navigator.clipboard, "writeText", {
        value: () => Promise.reject(new DOMException("refused", "NotAllowedError")),
      });
    });
    await open(page, `/shipments/${id}`);
    await page.getByRole("button", { name: "Copy the tracking number" }).click();
    await expect(page.locator("[aria-live]").filter({ hasText: "The browser blocked" })).toBeAttached();
    expect(await page.evaluate(() => getSelection()?.toString().trim())).toBe(tracking_number);
    await page.getByRole("button", { name: /^Copy shp_/ }).click();
    await expect.poll(() => page.evaluate(() => getSelection()?.toString().trim())).toBe(id);
  });
});
