import { afterAll, test } from "bun:test";
import { sql } from "drizzle-orm";
import { eventually } from "../support/harness.ts";
import { startMailServer, tokenIn } from "../support/mail-server.ts";
import { expectGood, findBarriers, sidewaysScroll } from "./appearance.ts";
import { expect, faultsOf, settled, signUp, startDashboard } from "./dashboard.ts";

const mail = await startMailServer();
const { server, enter, open, openWindow } = await startDashboard({
  smtpUrl: mail.url,
  smtpFrom: "waybill@example.com",
});
afterAll(() => mail.stop());

test("a person whose address is not verified is asked, sent a link, and not asked again", async () => {
  const page = await enter();
  // As an account that is older than the verification of addresses.
  await eventually("the mail at sign-up", () => mail.taken[0]);
  await server.deps.stores.accounts.write((tx) => void tx.run(sql`DELETE FROM email_verifications`));
  await open(page, "/keys");
  await expect(page.getByText("Verify your email address to receive notices.")).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(await sidewaysScroll(page)).toBe(0);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(/^Link sent to /)).toBeVisible();
  await expect(page.getByRole("button", { name: "Send link" })).toHaveCount(0);
  const token = tokenIn(await eventually("the mail", () => mail.taken[1]));

  // In another browser, where nobody is signed in.
  const other = await openWindow();
  await other.goto(`${server.url}/dashboard/verify-email#${token}`);
  await expect(other).toHaveURL(`${server.url}/dashboard/verify-email`);
  await other.getByRole("button", { name: "Verify address" }).click();
  await expect(other.getByRole("heading", { name: "Email address verified" })).toBeVisible();
  await page.reload();
  await settled(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Verify your email address")).toHaveCount(0);
  for (const window of [page, other]) expect(faultsOf(window.witness, server)).toEqual([]);
});

test("a link that does not count is refused, and one without a token says what to do", async () => {
  const page = await openWindow();
  await page.goto(`${server.url}/dashboard/verify-email#wrong`);
  await page.getByRole("button", { name: "Verify address" }).click();
  await expect(page.getByRole("alert")).toContainText(
    "The link is wrong, was used, or is older than 24 hours.",
  );
  await page.goto("about:blank");
  await page.goto(`${server.url}/dashboard/verify-email`);
  await expect(page.getByText("Open this page with the link from the email.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Verify address" })).toHaveCount(0);
});

test("a person who forgot the password sets a new one with the mailed link, and is signed out elsewhere", async () => {
  const page = await openWindow();
  const email = await signUp(page, server);
  const forgetful = await openWindow();
  await forgetful.goto(`${server.url}/dashboard/sign-in`);
  await forgetful.getByRole("link", { name: "Forgot your password?" }).click();
  // The page before has a field of the same name.
  await forgetful.getByRole("button", { name: "Send link" }).waitFor();
  await forgetful.getByLabel("Email address").fill(email);
  await forgetful.getByRole("button", { name: "Send link" }).click();
  await forgetful.getByRole("heading", { name: "Check your email" }).waitFor();
  await expect(forgetful.getByRole("status").getByText(`If ${email} belongs to somebody here`)).toBeVisible();
  await expectGood(forgetful, "forgot-password-sent");

  const token = await mailedToken(email, "reset-password");
  await forgetful.goto(`${server.url}/dashboard/reset-password#${token}`);
  await expect(forgetful).toHaveURL(`${server.url}/dashboard/reset-password`);
  await forgetful.getByLabel("New password", { exact: true }).fill("another long passphrase");
  await forgetful.getByRole("button", { name: "Set password" }).click();
  await forgetful.getByRole("heading", { name: "Password changed" }).waitFor();
  expect((await page.request.get(`${server.url}/api/v1/auth/session`)).status()).toBe(401);
  await forgetful.getByRole("link", { name: "Sign in" }).click();
  await forgetful.getByLabel("Email address").fill(email);
  await forgetful.getByLabel("Password", { exact: true }).fill("another long passphrase");
  await forgetful.getByRole("button", { name: "Sign in", exact: true }).click();
  await forgetful.getByRole("heading", { name: "Your sandbox" }).waitFor();

  // The link worked once.
  await forgetful.goto("about:blank");
  await forgetful.goto(`${server.url}/dashboard/reset-password#${token}`);
  await forgetful.getByLabel("New password", { exact: true }).fill("yet another passphrase");
  await forgetful.getByRole("button", { name: "Set password" }).click();
  await expect(forgetful.getByRole("alert")).toContainText("This link is not valid");
  expect(faultsOf(forgetful.witness, server)).toEqual([]);
});

test("a person changes the email address, which holds once the new one is confirmed", async () => {
  const page = await openWindow();
  const email = await signUp(page, server);
  const newEmail = `new-${email}`;
  const verified = { token: await mailedToken(email, "verify-email") };
  await server.client().post("/api/v1/auth/email-verification/confirmation", verified);
  await open(page, "/settings/sign-in");
  await page.getByRole("button", { name: "Change…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change your email address" });
  await dialog.getByLabel("New email address").fill(newEmail);
  await expectGood(page, "change-email");
  await dialog.getByRole("button", { name: "Change address" }).click();
  await page.getByText("Link sent to the new address.").waitFor();
  await expect(page.getByText(email, { exact: true })).toBeVisible();
  const told = () => mail.taken.find(({ to, text }) => to.includes(email) && text.includes(newEmail));
  await eventually("the mail to the old address", told);

  const token = await mailedToken(newEmail, "verify-email");
  const other = await openWindow();
  await other.goto(`${server.url}/dashboard/verify-email#${token}`);
  await other.getByRole("button", { name: "Verify address" }).click();
  await other.getByRole("heading", { name: "Email address verified" }).waitFor();
  await page.reload();
  await expect(page.getByText(newEmail, { exact: true })).toBeVisible();
  expect(faultsOf(page.witness, server)).toEqual([]);
});

/** Of the link that was mailed to the address, once it has come. */
async function mailedToken(email: string, page: string): Promise<string> {
  const link = `/dashboard/${page}#`;
  const found = () => mail.taken.findLast(({ to, text }) => to.includes(email) && text.includes(link));
  return tokenIn(await eventually("the mail", found));
}
