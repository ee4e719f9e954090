import { test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { createSetUpToken } from "../../src/access/accounts/sign-in/operator.ts";
import { expect, faultsOf, password, startDashboard } from "./dashboard.ts";
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

  await page.getByRole("heading", { name: "New carrier" }).waitFor();
  await expect(page).toHaveURL(/\/live\/carriers\/new/);
  await press(page, "Add carrier");

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
  await expect(steps.getByRole("img", { name: "Done" })).toHaveCount(5);
  expect(effort.clicks).toBeLessThanOrEqual(clicksMax);
  expect(effort.fields.length).toBeLessThanOrEqual(fieldsMax);
  expect(faultsOf(page.witness, server)).toEqual([]);
});
