import { test } from "bun:test";
import { confirmationMinutes } from "../../src/access/accounts/confirmation.ts";
import { createClock } from "../support/clock.ts";
import { expect, password, signUp, startDashboard } from "./dashboard.ts";

/** Signing in, and proving again who is there; on a server with a clock of its own. */

const freeFailures = 5;
const clock = createClock();
const { server, openWindow, enter } = await startDashboard({}, { clock });

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
