import { test } from "bun:test";
import type { Page } from "playwright-core";
import { expectGood, findBarriers, findColorBarriers } from "./appearance.ts";
import { expect, faultsOf, startDashboard } from "./dashboard.ts";

/** The reference as a reader has it: in a real browser, in which nothing may go wrong or elsewhere. */

const { server, openWindow, enter } = await startDashboard();

async function openTool(page: Page, place = ""): Promise<void> {
  await page.goto(`${server.url}/docs/api/try${place}`);
  await page.getByRole("link", { name: "Create a shipment" }).waitFor();
}

/** What a screen reader calls nothing but a button. */
function namelessButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const named = (button: Element) =>
      [
        button.textContent,
        button.ariaLabel,
        ...(button.getAttribute("aria-labelledby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent),
      ].some((name) => name?.trim());
    return [...document.querySelectorAll("button, [role=button]")]
      .filter((button) => !named(button))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });
}

test("a reader finds operations and webhooks, nothing is in the way in either scheme, and nothing comes from elsewhere", async () => {
  const page = await openWindow();
  await openTool(page);
  for (const name of ["Webhooks", "Shipments", "Tracking", "Webhook events"]) {
    await page.getByRole("link", { name, exact: true }).last().waitFor();
  }
  await expect(page).toHaveTitle(/Waybill/);
  // Scalar's own placeholder reads like a leaked secret.
  await page.getByPlaceholder("Your key").first().waitFor();
  // Also of those that only some windows show.
  await expect.poll(() => namelessButtons(page)).toEqual([]);
  // Scalar names its buttons a moment after it shows them.
  await expect.poll(() => findBarriers(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await findColorBarriers(page)).toEqual([]);
  const hint = page.getByRole("link", { name: "Get a sandbox key" });
  await hint.click();
  await page.getByRole("heading", { name: "Authentication", level: 1 }).waitFor();
  expect(page.witness.requests).not.toContain(`${server.url}/api/v1/auth/session`);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("samples are in curl, TypeScript, Python and PHP, and curl comes first", async () => {
  const page = await openWindow();
  await openTool(page, "#tag/shipments/POST/api/v1/platform/shipments");
  const operation = page.locator("section", { hasText: "Create a shipment" }).last();
  await operation.getByRole("button", { name: /curl/i }).first().click();
  await expect(page.getByRole("option")).toHaveText(["Fetch", "cURL", "Requests", "Curl"]);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("who is signed in tries an operation with a sandbox key, which the page forgets", async () => {
  const page = await enter();
  const answers: string[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.includes("/platform/")) {
      answers.push(`${response.status()} ${response.request().method()} ${pathname}`);
    }
  });
  await openTool(page, "#tag/shipments/POST/api/v1/platform/shipments");
  await expect(page.getByRole("button", { name: /search/i })).toHaveCount(0);
  const offer = page.getByTitle("Create a sandbox key for Book shop");
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => offer.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  await offer.click();
  await page.getByText(/Requests use the key wb_sandbox_…\w{4} of Book shop, valid for 24 hours/).waitFor();
  await page
    .getByRole("button", { name: /Test Request.*post \/api\/v1\/platform\/shipments\b/i })
    .first()
    .click();
  await page.getByRole("button", { name: /^Send/ }).first().click();
  await page.getByText("201 Created").first().waitFor();

  // The same words stand in the documentation of the operation.
  await expect.poll(() => answers).toEqual(["201 POST /api/v1/platform/shipments"]);
  const kept = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, location.href, document.cookie]),
  );
  expect(kept).not.toMatch(/wb_sandbox_|-auth-/);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("nothing bars anybody from the pages of the documentation, in either scheme and on a phone", async () => {
  const page = await openWindow();
  for (const path of [
    "",
    "/guides/webhooks",
    "/errors",
    "/settings",
    "/api/issueKey",
    "/api/on_webhook_test",
  ]) {
    await page.goto(`${server.url}/docs${path}`);
    await expectGood(page, `docs${path.replaceAll("/", "-")}`);
  }
});

test("a drawing keeps text that can be read on a phone", async () => {
  const page = await openWindow();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${server.url}/docs/guides/shipment-life`);
  const drawing = page.locator("article img");
  expect(await drawing.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThanOrEqual(780);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test("operations are read without a script, and only Try it loads the tool, at that operation", async () => {
  const reader = await openWindow({ javaScriptEnabled: false });
  await reader.goto(`${server.url}/docs/api#tag/shipments`);
  await reader.getByRole("main").getByRole("link", { name: "Create a shipment" }).click();
  await reader.getByRole("heading", { name: "Create a shipment", level: 1 }).waitFor();
  await reader.getByText("Members of ParcelInput").click();
  await reader.getByText("weight_grams", { exact: true }).first().waitFor();
  await reader.locator("label", { hasText: "PHP" }).click();
  await reader.getByText("curl_init").waitFor();
  await reader.getByRole("link", { name: "validation_failed" }).click();
  await reader.waitForURL("**/docs/errors#validation_failed");
  expect(faultsOf(reader.witness, server)).toEqual([]);

  const page = await openWindow();
  const isTool = (url: string) => url.includes("/scalar-");
  await page.goto(`${server.url}/docs/api/cancelShipment`);
  await page.getByRole("heading", { name: "Cancel a shipment" }).waitFor();
  expect(page.witness.requests.filter(isTool)).toEqual([]);
  await page.getByRole("link", { name: "Try it" }).click();
  await page
    .getByRole("button", { name: /Test Request.*post \/api\/v1\/platform\/shipments\/\{id\}\/cancellation/i })
    .first()
    .waitFor();
  expect(page.witness.requests.filter(isTool)).toHaveLength(1);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("guides and errors are complete without a script", async () => {
  const page = await openWindow({ javaScriptEnabled: false });
  await page.goto(`${server.url}/docs/errors#quote_expired`);
  await page.getByRole("heading", { name: "quote_expired" }).waitFor();
  await page.goto(`${server.url}/docs`);
  await page.getByRole("link", { name: "Receive webhooks" }).click();
  await page.getByRole("heading", { name: "Webhooks", level: 1 }).waitFor();
  await page.getByText("Python", { exact: true }).first().click();
  await page.getByText("HTTPServer").first().waitFor();
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the search is loaded when it is used, and leads by keyboard to the right place", async () => {
  const page = await openWindow();
  await page.goto(`${server.url}/docs`);
  const loaded = () => page.witness.requests.filter((url) => /search|minisearch/.test(url)).length;
  await page.getByRole("heading", { name: "Documentation" }).waitFor();
  expect(loaded()).toBe(0);
  await page.keyboard.press("/");
  await page.keyboard.type("verify webhook python");
  await page.getByRole("link", { name: /^Python/ }).waitFor();
  expect(loaded()).toBe(3);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/docs/guides/webhooks#python");
  await expect(page.getByRole("radio", { name: "Python" })).toBeChecked();
  await expect(page.locator(".contents [aria-current]")).toHaveText("Python");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("addresses of the time when everything was one page lead to the new places", async () => {
  const page = await openWindow();
  await page.goto(`${server.url}/docs#description/rotate-the-secret`);
  await page.waitForURL("**/docs/guides/webhooks#rotate-the-secret");
  await page.goto(`${server.url}/docs#tag/quotes`);
  await page.waitForURL("**/docs/api#tag/quotes");
  await page.goto(`${server.url}/docs#tag/shipments/POST/api/v1/platform/shipments`);
  await page.waitForURL("**/docs/api/createShipment");
  await page.goto(`${server.url}/docs/api#tag/shipments/GET/api/v1/platform/shipments/{id}`);
  await page.waitForURL("**/docs/api/getShipment");
  await page.goto(`${server.url}/docs/api#tag/webhook-events/webhook/POST/shipment.delivered`);
  await page.waitForURL("**/docs/api/on_shipment_delivered");
  expect(faultsOf(page.witness, server)).toEqual([]);
});
