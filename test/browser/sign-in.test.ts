import { test } from "bun:test";
import type { Page } from "playwright-core";
import { confirmationMinutes } from "../../src/access/accounts/proof/confirmation.ts";
import { createClock } from "../support/clock.ts";
import { appCode } from "../support/second-factor.ts";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, password, signUp, standstill, startDashboard } from "./dashboard.ts";

/** Signing in, and proving again who is there; on a server with a clock of its own. */

const freeFailures = 5;
const clock = createClock();
const { server, openWindow, enter } = await startDashboard(
  { secretKey: new Uint8Array(32).fill(7) },
  { clock },
);

test("who tried too often is told how long to wait, and may then sign in", async () => {
  const page = await openWindow();
  const email = await signUp(page, server);
  await page.context().clearCookies();
  const guess = () => server.client().post("/api/v1/auth/sign-in", { email, password: "a wrong passphrase" });
  for (let failures = 0; failures < freeFailures; failures += 1) {
    expect((await guess()).status).toBe(401);
  }
  await page.goto(`${server.url}/dashboard/sign-in`);
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("Too many failed sign-in attempts");
  await expect(alert).toContainText("Wait 1 second, then try again.");
  await expect(page.getByLabel("Email address")).toHaveValue(email);

  clock.advance(1);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Your sandbox" })).toBeVisible();
});

/** How a page looks: of each place the colors, as the browser computes them. */
async function colorsOf(page: Page, places: Record<string, string>): Promise<unknown> {
  await standstill(page);
  return page.evaluate((places) => {
    const colorsAt = (selector: string) => {
      const place = document.querySelector(selector);
      if (!place) throw new Error(`the page has no ${selector}`);
      const { color, backgroundColor } = getComputedStyle(place);
      return [color, backgroundColor];
    };
    return Object.entries(places).map(([name, selector]) => [name, ...colorsAt(selector)]);
  }, places);
}

test("the pages without a session have the colors of the dashboard, light and dark", async () => {
  const page = await openWindow();
  await signUp(page, server);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${server.url}/dashboard/sandbox/webhooks/new`);
    await page.getByRole("button", { name: "Add endpoint" }).waitFor();
    const dashboard = await colorsOf(page, { page: "body", button: "button[type=submit]", title: "h1" });
    await page.goto(`${server.url}/dashboard/sign-in`);
    await page.getByRole("button").first().waitFor();
    expect(await colorsOf(page, { page: "body", button: "button[type=submit]", title: "h1" })).toEqual(
      dashboard,
    );
  }
});

test("a live key asks for the password again, and is then created from what was typed", async () => {
  const page = await enter();
  await page.goto(`${server.url}/dashboard/live/keys`);
  clock.advance(confirmationMinutes * 60 + 1);
  await page.getByRole("button", { name: "Create a key" }).first().click();
  const form = page.getByRole("dialog", { name: "Create a live key" });
  await form.getByLabel("Name", { exact: true }).fill("Order system");
  await form.getByRole("button", { name: "Create key" }).click();

  // The question lies above the form, and closing it sends nothing.
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  const field = question.getByLabel("Password", { exact: true });
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  await expect(form.getByRole("alert")).toContainText("Nothing was changed");

  await form.getByRole("button", { name: "Create key" }).click();
  await field.fill("a wrong passphrase");
  await field.press("Enter");
  await expect(question).toContainText("Is not your current password.");
  await field.fill(password);
  await field.press("Enter");
  await page.getByRole("dialog", { name: "Secret of Order system" }).waitFor();
  await page.getByText("wb_live_").first().waitFor();
});

test("a person sets up a second factor, signs in with it and without the phone, and turns it off", async () => {
  // The waits of the tests before are over.
  clock.advance(3600);
  const page = await openWindow();
  const email = await signUp(page, server);
  await page.goto(`${server.url}/dashboard/sandbox/settings/sign-in`);
  await page.getByRole("button", { name: "Set up…" }).click();
  const setUp = page.getByRole("dialog", { name: "Set up the second factor" });
  const secret = (await setUp.locator("pre").textContent()) ?? "";
  await expect(setUp.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const code = setUp.getByRole("textbox", { name: "Code" });
  await expect(code).toBeFocused();
  await expectGood(page, "second-factor");
  await code.fill("000000");
  await code.press("Enter");
  await expect(setUp.getByText("Is wrong or too old")).toBeVisible();
  await code.fill(appCode(secret, clock.now()));
  await code.press("Enter");
  const saving = page.getByRole("dialog", { name: "Save your recovery codes" });
  const recovery = ((await saving.locator("pre").textContent()) ?? "").split("\n");
  expect(recovery).toHaveLength(10);
  await expectGood(page, "recovery-codes");
  const download = page.waitForEvent("download");
  await saving.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("waybill-recovery-codes.txt");
  await page.keyboard.press("Escape");
  await saving.getByRole("button", { name: "I have saved them" }).click();
  await expect(page.getByText("You have 10 recovery codes left.")).toBeVisible();

  const signIn = async (text: string) => {
    await page.context().clearCookies();
    await page.goto(`${server.url}/dashboard/sign-in`);
    await page.getByLabel("Email address").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Code" })).toBeFocused();
    await page.getByRole("textbox", { name: "Code" }).fill(text);
    await page.keyboard.press("Enter");
  };
  await signIn("000000");
  await expect(page.getByRole("alert")).toContainText("The code is wrong");
  await expectGood(page, "sign-in-code");
  clock.advance(30);
  await page.getByRole("textbox", { name: "Code" }).fill(appCode(secret, clock.now()));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Your sandbox" }).waitFor();
  await signIn(recovery[0] ?? "");
  await page.getByRole("heading", { name: "Your sandbox" }).waitFor();

  // Later, both are asked for again before it can be turned off.
  clock.advance(confirmationMinutes * 60 + 1);
  await page.goto(`${server.url}/dashboard/sandbox/settings/sign-in`);
  await expect(page.getByText("You have 9 recovery codes left.")).toBeVisible();
  await page.getByRole("button", { name: "Turn off…" }).click();
  await page.getByRole("button", { name: "Turn off", exact: true }).click();
  const question = page.getByRole("dialog", { name: "Confirm that it is you" });
  await question.getByLabel("Password", { exact: true }).fill(password);
  await question.getByRole("textbox", { name: "Code" }).fill(appCode(secret, clock.now()));
  await expectGood(page, "confirm-password");
  await question.getByRole("button", { name: "Continue" }).click();
  await page.getByText("The second factor is off.").waitFor();
  await expect(page.getByRole("button", { name: "Set up…" })).toBeVisible();
  expect(faultsOf(page.witness, server)).toEqual([]);
});
