import { test } from "bun:test";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { platform } from "../support/fixtures.ts";
import { acceptFleet, addOpenFleet } from "../support/fleets.ts";
import type { TestAccount } from "../support/harness.ts";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, settled, signUpOperator, startDashboard } from "./dashboard.ts";

/** The operator resells deliveries: sets a margin, and reads what is left; an account reads what it owes. */

const { server, openWindow } = await startDashboard({});
const month = new Date().toISOString().slice(0, 7);

async function signInAs(page: Page, { email, password }: TestAccount): Promise<void> {
  const headers = { "sec-fetch-site": "same-origin" };
  const answer = await page.request.post(`${server.url}/api/v1/auth/sign-in`, {
    data: { email, password },
    headers,
  });
  expect(answer.ok()).toBe(true);
}

/** What the button saves. */
async function download(page: Page, name: string): Promise<string[]> {
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe(name);
  const text = readFileSync(await file.path(), "utf8");
  // Excel reads UTF-8 only with this mark.
  expect(text.startsWith("\uFEFF")).toBe(true);
  return text.slice(1).trimEnd().split("\r\n");
}

test("a margin goes from the carrier's settings into prices and statements, where only the operator sees it", async () => {
  const carrierId = await addOpenFleet(server, null, {}, "live");
  const operator = await openWindow();
  await signUpOperator(operator, server);
  await operator.goto(`${server.url}/dashboard/live/operator/carriers/${carrierId}/settings`);
  await operator.getByLabel("Margin (%)").fill("10");
  await operator.getByLabel("Margin amount").fill("0.505");
  await operator.getByRole("button", { name: "Save carrier" }).click();
  await operator.getByText("Must have at most 2 decimals.").waitFor();
  await operator.getByLabel("Margin amount").fill("€0,50");
  await operator.getByRole("button", { name: "Save carrier" }).click();
  await operator.getByText("Saved. Applies from the next request.").waitFor();
  await expect(operator.getByLabel("Margin amount")).toHaveValue("0.50");
  await expectGood(operator, "operator-carrier-settings");

  const account = await server.account();
  const first = await acceptFleet(account.live, carrierId, { reference: "ORD-1" });
  const second = await acceptFleet(account.live, carrierId, { reference: "ORD-2" });
  await account.live.delete(`${platform}/shipments/${second.id}/assignments/${second.assignmentId}`);

  const page = await openWindow();
  await signInAs(page, account);
  await page.goto(`${server.url}/dashboard/live/charges`);
  await page.getByRole("link", { name: "Statements" }).click();
  await page.getByText("This month is not over").waitFor();
  await page.getByText("Waybill computes no tax").waitFor();
  await settled(page);
  // 5.00 and the margin of 1.00.
  const totals = page.getByRole("region", { name: "Totals" }).getByRole("table");
  await expect(totals.getByRole("row").last()).toHaveText(/EUR.*3.*€12\.00.*€0\.00.*-€6\.00.*€6\.00/);
  const lines = page.getByRole("region", { name: "Shipments" }).getByRole("table");
  await expect(lines.getByRole("row", { name: /ORD-1/ })).toHaveText(/City Riders.*€6\.00/);
  await expect(lines.getByRole("row", { name: /ORD-2/ })).toHaveText(/-€6\.00.*€0\.00/);
  await expect(page.getByText("Margin")).toHaveCount(0);
  expect(await download(page, `waybill-statement-${month}-incomplete.csv`)).toHaveLength(3);
  await expectGood(page, "statement");
  await lines.getByRole("link", { name: "ORD-1" }).click();
  await page.waitForURL((url) => url.pathname.endsWith(first.id));
  await page.goto(`${server.url}/dashboard/live/charges/statements`);
  await page.getByRole("combobox", { name: "Month" }).click();
  await page.getByRole("option").nth(1).click();
  await page.getByText("Nothing to pay").waitFor();
  await expect(page.getByText("This month is not over")).toHaveCount(0);

  await operator.goto(`${server.url}/dashboard/live/operator/carriers`);
  await expect(operator.getByRole("row", { name: /City Riders/ })).toHaveText(/10% \+ €0\.50 on EUR quotes/);
  await operator.getByRole("link", { name: "Statements" }).click();
  const earned = operator.getByRole("region", { name: "Accounts and carriers" }).getByRole("table");
  await expect(earned.getByRole("row").last()).toHaveText(/Test.*City Riders.*€6\.00.*€5\.00.*€1\.00/);
  const [header, ...rows] = await download(operator, `waybill-accounts-statement-${month}-incomplete.csv`);
  expect([
    header?.endsWith("total,cost,margin,total_decimal"),
    rows.length,
    rows[0]?.endsWith("600,500,100,6"),
  ]).toEqual([true, 1, true]);
  await expectGood(operator, "operator-statement");
  expect([...faultsOf(page.witness, server), ...faultsOf(operator.witness, server)]).toEqual([]);
});
