import { afterAll, test } from "bun:test";
import { sql } from "drizzle-orm";
import { eventually } from "../support/harness.ts";
import { startMailServer, tokenIn } from "../support/mail-server.ts";
import { findBarriers, sidewaysScroll } from "./appearance.ts";
import { expect, faultsOf, settled, startDashboard } from "./dashboard.ts";

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
