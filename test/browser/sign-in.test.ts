import { test } from "bun:test";
import { createClock } from "../support/clock.ts";
import { expect, password, signUp, startDashboard } from "./dashboard.ts";

/** Signing in too often, on a server of its own: whoever fails makes the others of the same address wait. */

const freeFailures = 5;
const clock = createClock();
const { server, openWindow } = await startDashboard({}, { clock });

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
