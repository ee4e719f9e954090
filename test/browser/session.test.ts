import { afterAll, describe, test } from "bun:test";
import type { Page } from "playwright-core";
import { changeAccount } from "../../src/access/accounts/operator/administration.ts";
import { expect, faultsOf, password, signUp, startDashboard } from "./dashboard.ts";

/** Sessions that end while somebody works, and those that do not end when they should. */

const { server, openWindow, enter, enterAnew, open } = await startDashboard();

const receiver = Bun.serve({ port: 0, fetch: () => new Response() });
afterAll(() => receiver.stop(true));
const hook = `http://127.0.0.1:${receiver.port}/hook`;

async function signIn(page: Page, email?: string): Promise<void> {
  if (email !== undefined) await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

describe("a session that ends while a form is filled in", () => {
  test("hides the page, and what was typed is sent after signing in again", async () => {
    const page = await enter();
    await open(page, "/webhooks/new");
    await page.getByLabel("Description").fill("Typed before");
    await page.getByLabel("URL").fill(hook);
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Add endpoint" }).click();

    const dialog = page.getByRole("dialog", { name: "Sign in" });
    await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await signIn(page);
    await dialog.waitFor({ state: "detached" });

    await expect(page.getByLabel("Description")).toHaveValue("Typed before");
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await page.getByRole("heading", { name: "Typed before" }).waitFor();
  });

  test("hides the page at once, and what is typed at its sign-in closes nothing beneath", async () => {
    const page = await enter();
    await open(page, "/keys");
    await page.getByRole("button", { name: "Create a key" }).first().click();
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Typed before");
    const released = Promise.withResolvers<void>();
    await page.route("**/dashboard/assets/**", async (route) => {
      await released.promise;
      await route.continue();
    });
    const asked = page.waitForRequest("**/dashboard/assets/**");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Create key" }).click();
    await expect(page.locator(".cover")).toBeVisible();
    await asked;
    released.resolve();

    const dialog = page.getByRole("dialog", { name: "Sign in" });
    await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await expect(name).toHaveValue("Typed before");
    await name.press("Escape");
    await expect(name).toHaveCount(0);
  });

  test("says so where the sign-in cannot be had", async () => {
    const page = await enter();
    await open(page, "/webhooks/new");
    await page.getByLabel("URL").fill(hook);
    await page.route("**/dashboard/assets/**", (route) => route.fulfill({ status: 404 }));
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await expect(page.getByText("Part of the dashboard failed to load. Reload the page.")).toBeVisible();
    await page.unroute("**/dashboard/assets/**");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("keeps nothing for somebody else", async () => {
    const page = await enter();
    await open(page, "/webhooks/new");
    await page.getByLabel("Description").fill("Typed before");
    await page.context().clearCookies();
    const other = await openWindow();
    const email = await signUp(other, server);
    await page.getByRole("button", { name: "Add endpoint" }).click();
    await signIn(page, email);
    await expect(page.getByLabel("Description")).toHaveValue("");
    await page.getByRole("button", { name: "Account" }).click();
    await page.getByText(email).waitFor();
  });
});

test("a sign-out that fails says so, and may be tried again", async () => {
  const page = await enter();
  await open(page, "/settings/account");
  const signOut = async () => {
    await page.getByRole("button", { name: "Account", exact: true }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
  };
  await page.context().setOffline(true);
  await signOut();
  await page.getByText("You are still signed in").waitFor();
  await page.context().setOffline(false);
  await signOut();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("whoever is suspended is told so, and whom to ask, and can sign out", async () => {
  const page = await enter();
  await open(page, "/settings/account");
  const answer = await page.request.get(`${server.url}/api/v1/auth/session`);
  await changeAccount(server.deps, (await answer.json()).account.id, { suspended: true });
  const told = page.getByRole("heading", { name: "The account is suspended" });
  for (const arrive of [() => page.getByRole("link", { name: "API keys" }).click(), () => page.reload()]) {
    await arrive();
    await told.waitFor();
    await page.getByText("Contact the operator of this installation.").waitFor();
    await expect(page.getByRole("navigation")).toHaveCount(0);
  }
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

const refuseToKeep = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    }),
  );

test("the pages of mailed links are there, also where the browser keeps nothing", async () => {
  const page = await openWindow({});
  await refuseToKeep(page);
  await page.goto(`${server.url}/dashboard/reset-password#link`);
  await expect(page.getByLabel("New password", { exact: true })).toBeFocused();
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the dashboard has what somebody chose until it is closed, also where the browser keeps nothing", async () => {
  const page = await enterAnew();
  await refuseToKeep(page);
  await page.goto(`${server.url}/dashboard`);
  await page.getByRole("heading", { level: 1, name: "Your sandbox" }).waitFor();
  await page.getByText("Live", { exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Live" }).waitFor();
  await page.getByRole("link", { name: "Dispatch", exact: true }).click();
  await page.getByLabel("Sound").check();
  await page.getByRole("link", { name: "Shipments", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Shipments" }).waitFor();
  await page.getByRole("link", { name: "Dispatch", exact: true }).click();
  await expect(page.getByLabel("Sound")).toBeChecked();
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the page to sign in begins at its first field", async () => {
  const page = await openWindow();
  await page.goto(`${server.url}/dashboard/sign-in`);
  await expect(page.getByLabel("Email address")).toBeFocused();
});
