import { test } from "bun:test";
import { createSetUpToken } from "../../src/access/accounts/sign-in/operator.ts";
import { startServer } from "../support/harness.ts";
import { expect, faultsOf, password, startDashboard } from "./dashboard.ts";

const { server, openWindow } = await startDashboard({});

test("the set-up link leads to the operator's session, and says what is wrong on the way", async () => {
  const page = await openWindow();
  const token = createSetUpToken(server.deps) ?? "";
  await page.goto(`${server.url}/setup#${token}`);
  await expect(page).toHaveURL(`${server.url}/setup`);

  await page.getByLabel("Email address").fill("operator@example.com");
  const field = page.getByLabel("Password");
  await field.fill("password1234");
  await page.getByRole("button").click();
  await expect(field).toHaveAccessibleDescription("This field is too common; try four unrelated words.");
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute("aria-invalid", "true");

  await field.fill(password);
  await page.getByRole("button").click();
  await expect(page).toHaveURL(/\/dashboard/);
  const session = await page.evaluate(async () => (await fetch("/api/v1/auth/session")).json());
  expect(session.user.email).toBe("operator@example.com");

  await page.goto(`${server.url}/setup#${token}`);
  await page.getByRole("heading", { name: "Waybill is set up" }).waitFor();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "sign in" })).toBeVisible();
  const other = await openWindow();
  await other.goto(`${server.url}/dashboard/sign-in`);
  await other.getByLabel("Email address").waitFor();
  await expect(other.getByText("Open the set-up link")).toHaveCount(0);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("without a link, or with one that does not count, it says what to do in place of the form", async () => {
  const fresh = await startServer();
  const page = await openWindow();
  await page.goto(`${fresh.url}/dashboard/sign-in`);
  await page.getByText("Open the set-up link that Waybill printed").waitFor();
  await page.goto(`${fresh.url}/setup`);
  await page.getByText("Waybill prints a set-up link whenever it starts").waitFor();
  await expect(page.locator("form")).toBeHidden();

  await page.goto("about:blank");
  await page.goto(`${fresh.url}/setup#wrong`);
  await page.getByLabel("Email address").fill("operator@example.com");
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button").click();
  await page.getByText("The link is wrong, was used").waitFor();
  await expect(page.locator("form")).toBeHidden();
  await fresh.stop();
});
