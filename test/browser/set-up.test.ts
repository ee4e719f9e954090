import { test } from "bun:test";
import { makeSetUpToken } from "../../src/accounts/operator.ts";
import { expect, faultsOf, password, startDashboard } from "./dashboard.ts";

const { server, openWindow } = await startDashboard();

test("the set-up link leads to the operator's session, and says what is wrong on the way", async () => {
  const page = await openWindow();
  const token = makeSetUpToken(server.deps) ?? "";
  await page.goto(`${server.url}/setup#${token}`);
  await expect(page).toHaveURL(`${server.url}/setup`);

  await page.getByLabel("E-mail address").fill("operator@example.com");
  await page.getByLabel("Password").fill("password1234");
  await page.getByRole("button").click();
  const told = page.getByRole("alert");
  await told.getByText("password is too easy to guess").waitFor();

  await page.getByLabel("Password").fill(password);
  await page.getByRole("button").click();
  await page.getByRole("heading", { name: "Done" }).waitFor();
  await expect(page.locator("form")).toBeHidden();
  const session = await page.evaluate(async () => (await fetch("/api/v1/auth/session")).json());
  expect(session.user.email).toBe("operator@example.com");
  expect(faultsOf(page.witness, server)).toEqual([]);
});
