import { describe, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, password, startDashboard } from "./dashboard.ts";

/** The people of an account: who joins, what they may do, and how they leave. */

const { server, openWindow, enter, open } = await startDashboard();

const dialog = (page: Page, name: string | RegExp): Locator => page.getByRole("dialog", { name });
const row = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });

/** Invites somebody, and returns the link. */
async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.getByRole("button", { name: "Invite…" }).click();
  const form = dialog(page, "Invite a person");
  await form.getByLabel("Email address").fill(email);
  await form.getByRole("radio", { name: role }).check();
  await expectGood(page, "invite");
  await form.getByRole("button", { name: "Create invitation" }).click();
  const shown = dialog(page, `Invitation for ${email}`);
  await expectGood(page, "invitation-link");
  const link = (await shown.locator("pre").textContent()) ?? "";
  await shown.getByRole("button", { name: "I have copied it" }).click();
  return link;
}

async function choose(page: Page, email: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `${action.slice(0, -1)} of ${email}…` }).click();
}

test("a person is invited, joins and loses the controls with the role", async () => {
  const page = await enter();
  await open(page, "/settings/people");
  const link = await invite(page, "kim@example.com", "Developer");
  await expect(row(page, "kim@example.com")).toContainText("Developer");

  const other = await openWindow({});
  await other.goto(link);
  await other.getByRole("heading", { name: "Join Book shop" }).waitFor();
  await expect(other).toHaveURL(`${server.url}/dashboard/join`);
  await expectGood(other, "join-invited");
  await expect(other.getByLabel("Email address")).toHaveValue("kim@example.com");
  await other.getByLabel("Password", { exact: true }).fill("too short");
  await other.getByRole("button", { name: "Join" }).click();
  await expect(other.getByText("Must have at least 12 characters.")).toBeVisible();
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Join" }).click();
  await other.getByRole("heading", { name: "Your sandbox" }).waitFor();

  // A link works once.
  const late = await openWindow();
  await late.goto(link);
  await expect(late.getByRole("alert")).toContainText("This invitation is not valid");

  // The controls go with the role: at the next request, without a new sign-in.
  await open(other, "/keys");
  await other.getByRole("button", { name: "Create a key" }).first().click();
  await other.getByLabel("Name", { exact: true }).fill("Order system");
  await page.reload();
  await choose(page, "kim@example.com", "Change role…");
  const roles = dialog(page, "Change role of kim@example.com");
  await expect(roles.getByRole("button", { name: "Change role" })).toHaveAttribute("aria-disabled", "true");
  await roles.getByRole("radio", { name: "Viewer" }).check();
  await roles.getByRole("button", { name: "Change role" }).click();
  await page.getByText("kim@example.com is viewer now.").waitFor();
  await other.getByRole("button", { name: "Create key" }).click();
  await expect(other.getByRole("dialog").getByRole("alert")).toContainText("Your role, viewer,");
  await expect(other.getByRole("link", { name: "API keys" })).toHaveCount(0);
  await expect(other.getByRole("button", { name: "Create a key", includeHidden: true })).toHaveCount(0);
  await open(other, "/settings/account");
  await expect(other.getByText("Your role, viewer, cannot change this.").first()).toBeVisible();
  await expect(other.getByLabel("Days until tracking links end")).toBeDisabled();

  await open(other, "/settings/people");
  await expect(other.getByRole("button", { name: "Invite…" })).toHaveCount(0);
  for (const window of [page, other]) expect(faultsOf(window.witness, server)).toEqual([]);
});

describe("an owner", () => {
  test("stays while there is no other, and withdraws an invitation", async () => {
    const page = await enter();
    const { user } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
    await open(page, "/settings/people");
    await choose(page, user.email, "Change role…");
    const role = dialog(page, "Change your role");
    await role.getByRole("radio", { name: "Viewer" }).check();
    await role.getByRole("button", { name: "Change role" }).click();
    await expect(role.getByRole("alert")).toContainText("The account needs an owner");
    await role.getByRole("button", { name: "Cancel" }).click();

    const link = await invite(page, "robin@example.com", "Viewer");
    await page.getByRole("button", { name: "Withdraw the invitation for robin@example.com…" }).click();
    await page.getByRole("button", { name: "Withdraw invitation", exact: true }).click();
    await page.getByText("The invitation for robin@example.com was withdrawn.").waitFor();
    await expect(page.getByRole("heading", { name: "Open invitations" })).toHaveCount(0);
    const late = await openWindow();
    await late.goto(link);
    await expect(late.getByRole("alert")).toContainText("This invitation is not valid");
  });
});
