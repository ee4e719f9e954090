import { test } from "bun:test";
import { expect, startDashboard } from "./dashboard.ts";

/** The settings of an account. */

const { enter, open } = await startDashboard();

test("a person sets for how long personal data is kept", async () => {
  const page = await enter();
  await open(page, "/settings/account");
  const days = page.getByLabel("Days after a shipment's end");
  const save = page.getByRole("button", { name: "Save", exact: true });
  await days.fill("0");
  await save.click();
  await page.getByText("must be at least 1").waitFor();
  await days.fill("30");
  await save.click();
  await page.getByText("Personal data is erased after 30 days.").waitFor();
  await page.reload();
  await expect(days).toHaveValue("30");
});
