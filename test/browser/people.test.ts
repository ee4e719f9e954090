import { describe, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { addPerson } from "../support/people.ts";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, issueKey, password, settled, startDashboard } from "./dashboard.ts";

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
  await page.getByRole("button", { name: `Actions for ${email}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("a person is invited, joins, loses the controls with the role, and leaves", async () => {
  const page = await enter();
  await open(page, "/settings/people");
  const link = await invite(page, "kim@example.com", "Developer");
  await expect(row(page, "kim@example.com")).toContainText("Developer");

  const other = await openWindow();
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

  const oldSystem = await issueKey(other, server, "Old system");
  // The controls go with the role: at the next request, without a new sign-in.
  await open(other, "/keys");
  await other.getByRole("button", { name: "Create a key" }).first().click();
  await other.getByLabel("Name", { exact: true }).fill("Order system");
  await page.reload();
  await choose(page, "kim@example.com", "Change role…");
  const roles = dialog(page, "Change role of kim@example.com");
  await expect(roles.getByRole("button", { name: "Change role" })).toHaveAttribute("aria-disabled", "true");
  const left = roles.getByRole("list", { name: "Created by this person" });
  await expect(left.getByRole("listitem")).toHaveText(/^Old system \(sandbox, wb_sandbox_…/);
  await roles.getByLabel("Revoke them too").check();
  await roles.getByRole("radio", { name: "Viewer" }).check();
  await roles.getByRole("button", { name: "Change role" }).click();
  await page.getByText("kim@example.com is viewer now.").waitFor();
  expect((await oldSystem.get("/api/v1/platform/account")).status).toBe(401);
  await other.getByRole("button", { name: "Create key" }).click();
  await expect(other.getByRole("dialog").getByRole("alert")).toContainText("Your role, viewer,");
  await expect(other.getByRole("link", { name: "API keys" })).toHaveCount(0);
  await expect(other.getByRole("button", { name: "Create a key", includeHidden: true })).toHaveCount(0);
  await open(other, "/settings/account");
  await expect(other.getByText("Your role, viewer, cannot change this.").first()).toBeVisible();
  await expect(other.getByLabel("Days until tracking links end")).toBeDisabled();

  await open(other, "/settings/people");
  await expect(other.getByRole("button", { name: "Invite…" })).toHaveCount(0);
  await other.getByRole("button", { name: "Leave…" }).click();
  await dialog(other, "Leave this account").getByRole("button", { name: "Leave account" }).click();
  await other.getByRole("heading", { name: "Sign in" }).waitFor();
  await other.getByLabel("Email address").fill("kim@example.com");
  await other.getByLabel("Password", { exact: true }).fill(password);
  await other.getByRole("button", { name: "Sign in", exact: true }).click();
  await other.getByText("The email address or password is wrong").waitFor();
  await page.reload();
  await settled(page);
  await expect(row(page, "kim@example.com")).toHaveCount(0);
  for (const window of [page, other]) expect(faultsOf(window.witness, server)).toEqual([]);
});

describe("an owner", () => {
  test("cannot be the last one to go, removes others, and withdraws an invitation", async () => {
    const page = await enter();
    const { account, user } = await (await page.request.get(`${server.url}/api/v1/auth/session`)).json();
    const { user: gone, session } = await addPerson(server, account.id, "dispatcher");
    await open(page, "/settings/people");
    await choose(page, user.email, "Leave…");
    const leaving = dialog(page, "Leave this account");
    await leaving.getByRole("button", { name: "Leave account" }).click();
    await expect(leaving.getByRole("alert")).toContainText("The account needs an owner");
    await leaving.getByRole("button", { name: "Cancel" }).click();
    await choose(page, user.email, "Change role…");
    const role = dialog(page, "Change your role");
    await role.getByRole("radio", { name: "Viewer" }).check();
    await role.getByRole("button", { name: "Change role" }).click();
    await expect(role.getByRole("alert")).toContainText("The account needs an owner");
    await role.getByRole("button", { name: "Cancel" }).click();

    await choose(page, gone.email, "Remove…");
    await dialog(page, `Remove ${gone.email}`).getByRole("button", { name: "Remove person" }).click();
    await page.getByText(`${gone.email} was removed.`).waitFor();
    await expect(row(page, gone.email)).toHaveCount(0);
    expect((await session.get("/api/v1/auth/session")).status).toBe(401);

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
