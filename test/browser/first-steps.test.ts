import { afterAll, test } from "bun:test";
import type { Page } from "playwright-core";
import { startReceiver, verify } from "../support/receiver.ts";
import {
  endpointSecret,
  expect,
  faultsOf,
  keySecret,
  password,
  secretOn,
  startDashboard,
} from "./dashboard.ts";

const { server, openWindow } = await startDashboard();
const receiver = startReceiver();
afterAll(() => receiver.stop());

async function signUpByHand(page: Page): Promise<void> {
  await page.goto(server.url);
  await page.getByRole("link", { name: "Create an account" }).click();
  await page.getByLabel("Name of the account").fill("Book shop");
  await page.getByLabel("E-mail address").fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Your first key" }).waitFor();
}

test("from nothing to a delivered shipment and verified webhooks, by what the pages offer", async () => {
  const page = await openWindow();
  const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
  const follow = (name: string | RegExp) => page.getByRole("link", { name }).first().click();

  await signUpByHand(page);
  await secretOn(page, keySecret);

  await follow("Webhooks");
  await follow("Add an endpoint");
  await page.getByLabel("URL").fill(receiver.url);
  await page.getByLabel("Description").fill("Order system");
  await press("Add the endpoint");
  const secret = await secretOn(page, endpointSecret);
  await press("I have copied it");

  await follow("Shipments");
  await follow("Create a shipment");
  await press("Fill with an example");
  await page.getByLabel("Speed", { exact: true }).first().click();
  await page.getByRole("option", { name: "Ten times as fast" }).click();
  await press("Create the shipment");
  await press(/^Accept the offer of/);
  await page.getByRole("status").filter({ hasText: "The goods have arrived." }).first().waitFor();
  await page.getByRole("heading", { name: "Proof of delivery" }).waitFor();

  await expect.poll(() => receiver.received.map(({ event }) => event.type)).toContain("shipment.delivered");
  for (const received of receiver.received) verify(secret, received);

  await follow("Overview");
  await page.getByRole("heading", { name: "Everything works" }).waitFor();
  // What was shown once is not shown when one comes back.
  await expect(page.getByRole("heading", { name: "Your first key" })).toHaveCount(0);
  await expect(page.locator("body")).not.toContainText(keySecret);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the first key's secret goes as soon as it was copied", async () => {
  const page = await openWindow();
  await signUpByHand(page);
  await expect(page.locator("body")).toContainText(keySecret);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await expect(page.getByRole("heading", { name: "Your first key" })).toHaveCount(0);
  await expect(page.locator("body")).not.toContainText(keySecret);
  await expect(page.locator("body")).toContainText("$WAYBILL_KEY");
  expect(faultsOf(page.witness, server)).toEqual([]);
});
