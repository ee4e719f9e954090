import { test } from "bun:test";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, issueKey, startDashboard } from "./dashboard.ts";

/** The settings of an account. */

const { server, enter, open } = await startDashboard();

test("an owner sets for how long personal data is kept, and how long tracking links work", async () => {
  const page = await enter();
  await open(page, "/settings/account");
  const days = page.getByLabel("Days until names, addresses and pictures are erased");
  const linkDays = page.getByLabel("Days until tracking links end");
  const save = page.getByRole("button", { name: "Save days" });
  await days.fill("0");
  await linkDays.fill("7");
  await save.click();
  await page.getByText("Must be at least 1.").waitFor();
  await days.fill("30");
  await save.click();
  await page.getByText("Saved.").waitFor();
  await page.reload();
  await expect(days).toHaveValue("30");
  await expect(linkDays).toHaveValue("7");
});

test("an owner deletes the account, which is said everywhere it matters, and keeps it after all", async () => {
  const page = await enter();
  const key = await issueKey(page, server);
  await open(page, "/settings/account");
  await page.getByRole("button", { name: "Delete account…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Book shop" });
  await expect(dialog.getByRole("button", { name: "Delete account" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await dialog.getByLabel("Type Book shop to confirm").fill("Book shop");
  await expectGood(page, "delete-account");
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await page.getByText(/^This account will be deleted in 1[34] days, on /).waitFor();
  await expectGood(page, "account-closing");
  expect((await key.get("/api/v1/platform/account")).body.code).toBe("account_closing");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all data of sandbox" }).click();
  expect((await download).suggestedFilename()).toContain(".jsonl");
  await page.getByRole("button", { name: "Keep the account" }).click();
  await page.getByText("The account stays.").waitFor();
  await expect(page.getByRole("button", { name: "Delete account…" })).toBeVisible();
  expect((await key.get("/api/v1/platform/account")).status).toBe(200);
  expect(faultsOf(page.witness, server)).toEqual([]);
});
