import { test } from "bun:test";
import type { Page } from "playwright-core";
import { expect, faultsOf, startDashboard } from "./dashboard.ts";

/** The reference as a reader has it: in a real browser, in which nothing may go wrong or elsewhere. */

const { server, openWindow, enter } = await startDashboard();

async function openReference(page: Page, place = ""): Promise<void> {
  await page.goto(`${server.url}/docs${place}`);
  await page.getByRole("link", { name: "Create a shipment" }).waitFor();
}

test("a reader finds guides, operations and webhooks, and nothing comes from elsewhere", async () => {
  const page = await openWindow();
  await openReference(page);
  for (const name of ["Quick start", "Webhooks", "Errors", "Versioning", "Shipments", "Tracking"]) {
    await page.getByRole("link", { name, exact: true }).last().waitFor();
  }
  await expect(page).toHaveTitle(/Waybill/);
  const hint = page.getByRole("link", { name: "Get a sandbox key" });
  await hint.click();
  await page.getByRole("heading", { name: "Authentication" }).first().waitFor();
  expect(page.witness.requests).not.toContain(`${server.url}/api/v1/auth/session`);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("samples are in curl, TypeScript, Python and PHP, and curl comes first", async () => {
  const page = await openWindow();
  await openReference(page, "#tag/shipments/POST/api/v1/platform/shipments");
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
  await openReference(page, "#tag/shipments/POST/api/v1/platform/shipments");
  await page.getByRole("button", { name: "Create a sandbox key for Book shop" }).click();
  await page.getByText(/Requests use the key wb_sandbox_…\w{4} of Book shop, valid for 24 hours/).waitFor();
  await page
    .getByRole("button", { name: /Test Request.*post \/api\/v1\/platform\/shipments\b/i })
    .first()
    .click();
  await page.getByRole("button", { name: /^Send/ }).first().click();
  await page.getByText("201 Created").first().waitFor();

  expect(answers).toEqual(["201 POST /api/v1/platform/shipments"]);
  const kept = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, location.href, document.cookie]),
  );
  expect(kept).not.toMatch(/wb_sandbox_|-auth-/);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the page of errors needs no script and nothing from elsewhere", async () => {
  const page = await openWindow();
  await page.goto(`${server.url}/docs/errors#quote_expired`);
  await page.getByText("quote_expired").first().waitFor();
  expect(page.witness.requests.filter((url) => !/\/docs\/errors|favicon\.ico$/.test(url))).toEqual([]);
});
