import { afterAll, test } from "bun:test";
import type { Page } from "playwright-core";
import { startReceiver, verify } from "../support/receiver.ts";
import { findBarriers } from "./appearance.ts";
import {
  endpointSecret,
  expect,
  faultsOf,
  fillWithExample,
  keySecret,
  password,
  secretOn,
  settled,
  startDashboard,
} from "./dashboard.ts";

const { server, openWindow } = await startDashboard();
const receiver = startReceiver();
afterAll(() => receiver.stop());

async function signUpByHand(page: Page): Promise<void> {
  await page.goto(server.url);
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Account name").fill("Book shop");
  await page.getByLabel("Email address").fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "I test a program" }).click();
  await page.getByRole("heading", { name: "Your first API key" }).waitFor();
}

test("from nothing to a delivered shipment and verified webhooks, by what the pages offer", async () => {
  const page = await openWindow();
  const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
  const follow = (name: string | RegExp) => page.getByRole("link", { name }).first().click();

  await signUpByHand(page);
  const firstKey = await secretOn(page, keySecret);
  // Whoever leaves before the steps were read, and does them all, never sees them.
  await page.getByRole("heading", { name: "First delivery" }).waitFor();

  await follow("Webhooks");
  await follow("Add endpoint");
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("Description").fill("Order system");
  await press("Add endpoint");
  const secret = await secretOn(page, endpointSecret);
  await press("I have copied it");

  await follow("Shipments");
  await follow("Create shipment");
  await fillWithExample(page);
  await page.getByLabel("Speed", { exact: true }).first().click();
  await page.getByRole("option", { name: "10× faster" }).click();
  await press("Create shipment");
  await press(/^Accept quote from/);
  await page.getByRole("status").filter({ hasText: "The parcels were delivered." }).first().waitFor();
  await page.getByRole("heading", { name: "Proof of delivery" }).waitFor();

  await expect.poll(() => receiver.received.map(({ event }) => event.type)).toContain("shipment.delivered");
  for (const received of receiver.received) verify(secret, received);

  await follow("Overview");
  await page.getByRole("heading", { name: "Everything works" }).waitFor();
  // Nobody has copied the key yet.
  expect(await secretOn(page, keySecret)).toBe(firstKey);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

const firstKeyCard = (page: Page) => page.getByRole("heading", { name: "Your first API key" });

test("the first key stays until it is copied: on the next page, beside API keys, and after a look at Live", async () => {
  const page = await openWindow();
  await signUpByHand(page);
  const secret = await secretOn(page, keySecret);
  expect((await server.client({ "x-api-key": secret }).get("/api/v1/platform/account")).status).toBe(200);
  const go = (name: string) => page.getByRole("link", { name, exact: true }).first().click();

  await go("Create a shipment with the form");
  await expect(page.getByRole("heading", { name: "New shipment" })).toBeVisible();
  await go("API keys");
  await expect(firstKeyCard(page)).toBeVisible();
  expect(await secretOn(page, keySecret)).toBe(secret);
  expect((await findBarriers(page)).map(({ rule }) => rule)).toEqual([]);

  await go("Overview");
  await page.getByText("Live", { exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Live" })).toBeVisible();
  await expect(firstKeyCard(page)).toHaveCount(0);
  await page.goBack();
  await expect(firstKeyCard(page)).toBeVisible();
  // The commands name it, and nothing asks for another key.
  await expect(page.getByText(`X-API-Key: ${secret}`).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Create a key" })).toHaveCount(0);
  const kept = () =>
    JSON.stringify([localStorage, sessionStorage, history.state, location.href, document.cookie]);
  expect(await page.evaluate(kept)).not.toContain("wb_sandbox_");
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(firstKeyCard(page)).toHaveCount(0);
  await expect(page.locator("body")).not.toContainText(keySecret);
  await expect(page.locator("body")).toContainText("$WAYBILL_KEY");
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("whoever would lose the first key is asked: at a reload, and when they sign out", async () => {
  const page = await openWindow();
  await signUpByHand(page);
  let asked = 0;
  page.on("dialog", (dialog) => {
    asked += 1;
    expect(dialog.type()).toBe("beforeunload");
    void dialog.accept();
  });
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const question = page.getByRole("dialog", { name: "Sign out and lose your first API key?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(firstKeyCard(page)).toBeVisible();

  await page.reload();
  expect(asked).toBe(1);
  await expect(firstKeyCard(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Create a key" })).toHaveAttribute("aria-expanded", "true");
  await expect(page.getByText("0 of 5 done")).toBeVisible();
  await settled(page);
  expect(await page.content()).not.toMatch(keySecret);
  // Nothing is lost any more.
  await page.reload();
  expect(asked).toBe(1);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
});

test("a first key that is revoked is no longer shown", async () => {
  const page = await openWindow();
  await signUpByHand(page);
  await page.getByRole("link", { name: "API keys", exact: true }).first().click();
  await page.getByRole("button", { name: "Actions for First key" }).click();
  await page.getByRole("menuitem", { name: "Revoke…" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("textbox").fill("First key");
  await question.getByRole("button", { name: "Revoke key" }).click();
  await expect(firstKeyCard(page)).toHaveCount(0);
});
