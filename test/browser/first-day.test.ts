import { describe, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { createSetUpToken } from "../../src/access/accounts/sign-in/operator.ts";
import { platform } from "../support/fixtures.ts";
import { addPerson } from "../support/people.ts";
import { expectGood } from "./appearance.ts";
import {
  createShipment,
  expect,
  faultsOf,
  password,
  settled,
  startDashboard,
  type WatchedPage,
} from "./dashboard.ts";
import { phone, sign, tap } from "./phone.ts";

/** A firm's first day: from an installation without anything to a parcel at a door, with nothing read before. */

const clicksMax = 25;
const fieldsMax = 20;

const { server, openWindow } = await startDashboard({});

interface Effort {
  clicks: number;
  fields: string[];
}

/** Counts what a person does on all pages of a window: presses, and fields that get text, each once a page. */
async function count(context: BrowserContext, effort: Effort): Promise<void> {
  await context.exposeFunction("countPress", () => {
    effort.clicks += 1;
  });
  await context.exposeFunction("countField", (name: string) => {
    effort.fields.push(name);
  });
  await context.addInitScript(() => {
    const counting = globalThis as unknown as {
      countPress(): void;
      countField(name: string): void;
    };
    const typed = new WeakSet<EventTarget>();
    addEventListener("pointerdown", ({ isTrusted }) => isTrusted && counting.countPress(), true);
    addEventListener(
      "input",
      ({ target, isTrusted }) => {
        const isText = target instanceof HTMLInputElement && !["checkbox", "radio"].includes(target.type);
        if (!isTrusted || !isText || typed.has(target)) return;
        typed.add(target);
        counting.countField(target.labels?.[0]?.textContent ?? target.name);
      },
      true,
    );
  });
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();
const follow = (page: Page, name: string | RegExp) => page.getByRole("link", { name }).first().click();

test("from an empty installation to a delivery by an own rider, within 25 clicks and 20 fields", async () => {
  const effort: Effort = { clicks: 0, fields: [] };
  const page = await openWindow({ locale: "de-DE", timezoneId: "Europe/Berlin" });
  await count(page.context(), effort);
  const steps = page.getByRole("region", { name: "First steps" });

  await page.goto(`${server.url}/setup#${createSetUpToken(server.deps)}`);
  await page.getByLabel("Email address").fill("firm@example.com");
  await page.getByLabel("Password").fill(password);
  await page.getByLabel("Account name").fill("Kurier Nord");
  await press(page, "Set up");
  await press(page, /I deliver with my own riders/);

  await page.getByRole("heading", { name: "Your fleet" }).waitFor();
  await expect(page).toHaveURL(/\/live\/carriers\/new/);
  await press(page, "Add fleet");

  await page.getByRole("heading", { name: "New driver" }).waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Kim Berger");
  await press(page, "Add driver");
  await press(page, "Create link");
  const link = await page.locator("pre").filter({ hasText: "/d#" }).first().textContent();

  const rider = await openWindow(phone);
  await count(rider.context(), effort);
  await rider.goto(link ?? "");
  await tap(rider, "Connect");
  await rider.getByRole("switch", { name: "Off duty" }).click();
  await rider.getByRole("switch", { name: "On duty" }).waitFor();

  const field = (path: string) => page.locator(`[data-path="${path}"]`);
  await follow(page, "Next: Prices");
  await field("areas.0.price").fill("6.5");
  await press(page, "Add rate card");
  await follow(page, "Next: First order");

  const typeStop = async (stop: string, name: string, line1: string) => {
    await field(`${stop}.contact.name`).fill(name);
    await field(`${stop}.address.line1`).fill(line1);
    await field(`${stop}.address.postal_code`).fill("10119");
    await field(`${stop}.address.city`).fill("Berlin");
  };
  await typeStop("pickup", "Buchladen", "Torstr. 1");
  await typeStop("delivery", "Alex Kaya", "Linienstr. 40");
  await field("parcels.0.weight_grams").fill("800");
  await page.getByLabel("Signature").check();
  await expect(page.getByLabel("Rider").and(page.locator("input"))).toHaveValue(/^Kim Berger · On duty/);
  await press(page, "Create shipment");
  await expect(page.getByRole("region", { name: "Details" })).toContainText("Kim B.");

  await tap(rider, "Arrived");
  await tap(rider, "Pick up");
  await rider.getByLabel("There is no label").check();
  await tap(rider, "Picked up");
  await rider.getByText("Deliver · Next stop").waitFor();
  await tap(rider, "Arrived");
  await tap(rider, "Hand over");
  await rider.getByLabel("Name", { exact: true }).fill("Alex Kaya");
  await sign(rider);
  await tap(rider, "Delivered");

  await expect(page.getByText("The parcels were delivered.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Proof of delivery" })).toContainText("Alex Kaya");
  await expect(steps).toContainText("Everything works.");
  await expectGood(page, "first-day-done");
  await expect(steps.getByRole("img", { name: "Done" })).toHaveCount(5);
  expect(effort.clicks).toBeLessThanOrEqual(clicksMax);
  expect(effort.fields.length).toBeLessThanOrEqual(fieldsMax);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

/** A new account by hand, on its first page. */
async function signUpByHand(): Promise<WatchedPage> {
  const page = await openWindow({ timezoneId: "Europe/Berlin" });
  await page.goto(`${server.url}/dashboard/sign-up`);
  await page.getByLabel("Account name").fill("Kurier Nord");
  await page.getByLabel("Email address").fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await press(page, "Create account");
  await question(page).waitFor();
  return page;
}

const question = (page: Page) => page.getByRole("region", { name: "What do you use Waybill for?" });
const firstSteps = (page: Page) => page.getByRole("region", { name: "First steps" });
const keysOf = async (page: Page) => {
  const answer = await page.request.get(`${server.url}/api/v1/keys?environment=sandbox`);
  return (await answer.json()).data.length;
};

describe("the first page", () => {
  test("asks what the account is for, says nothing of keys, and leads own riders through Live on any device", async () => {
    const page = await signUpByHand();
    await expect(question(page)).not.toContainText(/curl|key for the API/i);
    await expect(page.getByText("Your first API key")).toHaveCount(0);
    await expectGood(page, "first-day-question");
    await press(page, "I deliver with my own riders");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Kurier Nord");
    await page.getByText("Code and settings").click();
    await expect(page.getByLabel("Code", { exact: true })).toHaveValue("kurier_nord");
    const steps = firstSteps(page);
    await expect(steps.locator("[aria-current=step]")).toContainText("Fleet");
    await expect(steps.getByRole("link", { name: /^Next/ })).toHaveCount(0);
    await expectGood(page, "first-day-fleet");
    await press(page, "Add fleet");
    await expect(steps.locator("[aria-current=step]")).toContainText("Riders");
    expect(await keysOf(page)).toBe(0);

    // The data says what is done, so another device goes on where this one stopped.
    const other = await openWindow();
    await other.context().addCookies(await page.context().cookies());
    await other.goto(`${server.url}/dashboard`);
    await expect(other).toHaveURL(/\/live$/);
    await expect(question(other)).toHaveCount(0);
    await expect(firstSteps(other).locator("[aria-current=step]")).toContainText("Riders");
    await expectGood(other, "first-day-overview");
    await firstSteps(other).getByRole("link", { name: "Next: Riders" }).click();
    await other.getByRole("heading", { name: "New driver" }).waitFor();

    // In the sandbox it says where the work is, without keys and commands.
    await other.goto(`${server.url}/dashboard/sandbox`);
    await expect(other.getByText("Your own deliveries are in Live")).toBeVisible();
    await expect(other.getByRole("region", { name: "Shipments by status" })).toBeVisible();
    await expect(other.getByText(/curl|Create a key/)).toHaveCount(0);
    await expect(firstSteps(other)).toHaveCount(0);
    for (const each of [page, other]) expect(faultsOf(each.witness, server)).toEqual([]);
  });

  test("leads to carriers and a first order", async () => {
    const page = await signUpByHand();
    await press(page, "I send with carriers");
    await page.getByRole("heading", { name: "New carrier" }).waitFor();
    await expect(page).toHaveURL(/\/live\/carriers\/new\?kind=karrio$/);
    await expect(page.getByLabel("Kind of carrier").and(page.locator("input"))).toHaveValue("Karrio");
    await expect(firstSteps(page).getByRole("listitem")).toHaveText([
      /Carrier/,
      /First order/,
      /First booking/,
    ]);
    await expectGood(page, "first-day-carriers");
    expect(await keysOf(page)).toBe(0);
  });

  test("is chosen once and can be changed; who has shipments is not asked", async () => {
    const page = await signUpByHand();
    await press(page, "I test a program");
    await page.getByRole("heading", { name: "Your first API key" }).waitFor();
    expect(await keysOf(page)).toBe(1);
    await press(page, "I have copied it");
    await follow(page, "Settings");
    const chosen = page.getByLabel("What you use Waybill for").and(page.locator("input"));
    await expect(chosen).toHaveValue("I test a program");
    await chosen.click();
    await page.getByRole("option", { name: "I deliver with my own riders" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    await page.goto(`${server.url}/dashboard/live`);
    await firstSteps(page).waitFor();

    await setPurpose(page, null);
    await page.reload();
    await question(page).waitFor();
    await createShipment(page, server, {}, "live");
    await page.reload();
    await page.getByRole("region", { name: "Shipments by status" }).waitFor();
    await expect(question(page)).toHaveCount(0);
    await expect(firstSteps(page)).toHaveCount(0);
  });

  test("asks nobody who may not decide, and shows a viewer no steps", async () => {
    const page = await signUpByHand();
    const { account } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
    const { cookie } = await addPerson(server, account.id, "viewer");
    const viewer = await openWindow();
    const [name = "", value = ""] = cookie.split("=");
    await viewer.context().addCookies([{ name, value, url: server.url }]);
    const refused: string[] = [];
    viewer.on("response", (answer) => answer.status() === 403 && refused.push(answer.url()));
    await viewer.goto(`${server.url}/dashboard/live`);
    await viewer.getByRole("region", { name: "Shipments by status" }).waitFor();
    await expect(question(viewer)).toHaveCount(0);
    await setPurpose(page, "own_fleet");
    await viewer.reload();
    await viewer.getByRole("region", { name: "Shipments by status" }).waitFor();
    await settled(viewer);
    await expect(firstSteps(viewer)).toHaveCount(0);
    expect(refused).toEqual([]);
  });
});

async function setPurpose(page: Page, purpose: string | null): Promise<void> {
  const answer = await page.request.patch(`${server.url}${platform}/account`, {
    data: { purpose },
    headers: {
      "sec-fetch-site": "same-origin",
      "x-environment": "live",
      "content-type": "application/merge-patch+json",
    },
  });
  expect(answer.status()).toBe(200);
}
