import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { startServer, type TestServer } from "../support/harness.ts";
import { launchBrowser } from "./browser.ts";

/** The reference as a reader has it: in a real browser, in which nothing may go wrong or elsewhere. */

const actionTimeoutMs = 20_000;
setDefaultTimeout(4 * actionTimeoutMs);

let server: TestServer;
let browser: Browser;
let page: Page;
/** What the browser asked for, and what it complained about, since the page was opened. */
let requests: string[];
let answers: string[];
let complaints: string[];

beforeAll(async () => {
  server = await startServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

beforeEach(async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  context.setDefaultTimeout(actionTimeoutMs);
  page = await context.newPage();
  requests = [];
  answers = [];
  complaints = [];
  context.on("request", (request) => requests.push(request.url()));
  context.on("response", (response) => {
    answers.push(
      `${response.status()} ${response.request().method()} ${response.url().replace(server.url, "")}`,
    );
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
});

async function openReference(place = ""): Promise<void> {
  await page.goto(`${server.url}/docs${place}`);
  await page.getByRole("link", { name: "Create a shipment" }).waitFor();
}

async function signUp(): Promise<void> {
  const answer = await page.request.post(`${server.url}/api/v1/auth/sign-up`, {
    data: {
      email: `${crypto.randomUUID()}@example.com`,
      password: "a long enough passphrase",
      account_name: "Acme",
    },
  });
  expect(answer.status()).toBe(201);
}

function expectNothingWrong(): void {
  const elsewhere = requests.filter((url) => !url.startsWith(`${server.url}/`));
  expect(elsewhere.filter((url) => !url.startsWith("data:"))).toEqual([]);
  expect(complaints).toEqual([]);
}

test("a reader finds guides, operations and webhooks, and nothing comes from elsewhere", async () => {
  await openReference();
  for (const name of ["Quick start", "Webhooks", "Errors", "Versioning", "Shipments", "Tracking"]) {
    await page.getByRole("link", { name, exact: true }).last().waitFor();
  }
  expect(await page.title()).toContain("Waybill");
  const hint = page.getByRole("link", { name: "Get a sandbox key" });
  await hint.click();
  await page.getByRole("heading", { name: "Authentication" }).first().waitFor();
  expect(requests).not.toContain(`${server.url}/api/v1/auth/session`);
  expectNothingWrong();
});

test("samples are in curl, TypeScript, Python and PHP, and curl comes first", async () => {
  await openReference("#tag/shipments/POST/api/v1/platform/shipments");
  const operation = page.locator("section", { hasText: "Create a shipment" }).last();
  await operation.getByRole("button", { name: /curl/i }).first().click();
  const clients = await page.getByRole("option").allTextContents();
  expect(clients.map((client) => client.trim())).toEqual(["Fetch", "cURL", "Requests", "Curl"]);
  expectNothingWrong();
});

test("who is signed in tries an operation with a sandbox key, which the page forgets", async () => {
  await signUp();
  await openReference("#tag/shipments/POST/api/v1/platform/shipments");
  await page.getByRole("button", { name: "Use a sandbox key of Acme" }).click();
  await page.getByText(/Requests go as Acme, with wb_sandbox_…\w{4} for 24 hours/).waitFor();
  await page
    .getByRole("button", { name: /Test Request.*post \/api\/v1\/platform\/shipments\b/i })
    .first()
    .click();
  await page.getByRole("button", { name: /^Send/ }).first().click();
  await page.getByText("201 Created").first().waitFor();

  expect(answers.filter((answer) => answer.includes("/platform/"))).toEqual([
    "201 POST /api/v1/platform/shipments",
  ]);
  const kept = await page.evaluate(() =>
    JSON.stringify([localStorage, sessionStorage, location.href, document.cookie]),
  );
  expect(kept).not.toMatch(/wb_sandbox_|-auth-/);
  expectNothingWrong();
});

test("the page of errors needs no script and nothing from elsewhere", async () => {
  await page.goto(`${server.url}/docs/errors#quote_expired`);
  await page.getByText("quote_expired").first().waitFor();
  expect(requests.filter((url) => !/\/docs\/errors|favicon\.ico$/.test(url))).toEqual([]);
});
