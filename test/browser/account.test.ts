import { test } from "bun:test";
import type { Response } from "playwright-core";
import { pictures } from "../support/images.ts";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, issueKey, startDashboard } from "./dashboard.ts";

/** The settings of an account. */

const { server, enter, open } = await startDashboard();

const isChange = (response: Response) => response.request().method() === "PATCH";

test("an owner changes the name, the logo, the color and whom recipients can ask", async () => {
  const page = await enter();
  await open(page, "/settings/account");
  const save = page.getByRole("button", { name: "Save account" });
  await page.getByLabel("Name", { exact: true }).fill("Flower shop");
  await page.getByLabel("Color").fill("blue");
  await page.getByLabel("Web address").fill("https://shop.example.com/help");
  const logo = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(pictures.png) };
  const choose = async (file: typeof logo) => {
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Logo" }).click();
    await (await chooser).setFiles(file);
  };
  const shown = page.getByRole("img", { name: "Your logo" });
  for (const mimeType of ["image/png", "image/svg+xml"]) {
    await choose({ name: "logo", mimeType, buffer: Buffer.from("<svg/>") });
    await save.click();
    await expect(page.getByRole("button", { name: "Logo" })).toHaveAccessibleDescription(
      /Must be a JPEG, PNG or WebP/,
    );
  }
  await choose(logo);
  await expect(shown).toHaveAttribute("src", /^data:image\/png;/);
  await save.click();
  await page.getByText("Must be a color such as #0b7285.").waitFor();
  await page.getByLabel("Color").fill("#0b7285");
  await save.click();
  await page.getByText("Saved.").waitFor();
  await expect(shown).toHaveAttribute("src", /\/images\/img_/);
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(8);
  const emails = page.getByLabel("Email recipients of live shipments");
  await page.getByText("Only recipients of live shipments get emails. The sandbox sends none.").waitFor();
  // It is shown before the server has it.
  const switched = page.waitForResponse(isChange);
  await emails.click();
  await switched;
  await expect(emails).toBeChecked();
  await page.getByText("Your next shipment's tracking page will show it.").waitFor();
  const behindDigits = page.getByLabel("Show the proof of delivery only for the last four digits");
  await expect(behindDigits).toBeChecked();
  await behindDigits.click();
  const saved = page.waitForResponse(isChange);
  await save.click();
  expect((await saved).status()).toBe(200);
  await expectGood(page, "account-brand");
  await page.reload();
  await expect(emails).toBeChecked();
  await expect(behindDigits).not.toBeChecked();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Flower shop");
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.getByText("Flower shop").first().waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Remove logo" }).click();
  await save.click();
  await expect(shown).toHaveCount(0);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("what an owner ticks is ticked at once, although the server is still to answer", async () => {
  const page = await enter();
  await open(page, "/settings/account");
  const emails = page.getByLabel("Email recipients of live shipments");
  await expect(emails).not.toBeChecked();
  // The window hears the click after the page does: before the browser shows anything of it.
  const heard = await emails.evaluateHandle((input: HTMLInputElement) => ({
    ticked: new Promise<boolean>((tell) => {
      window.addEventListener("click", () => tell(input.checked), { once: true });
    }),
  }));
  const saved = page.waitForResponse(isChange);
  await emails.click();
  expect(await heard.evaluate(({ ticked }) => ticked)).toBe(true);
  expect((await saved).status()).toBe(200);
  await expect(emails).toBeChecked();
  expect(faultsOf(page.witness, server)).toEqual([]);
});

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

  // What somebody else changes meanwhile is shown, and not put back.
  await linkDays.fill("10");
  const headers = { "sec-fetch-site": "same-origin", "x-environment": "sandbox" };
  const account = `${server.url}/api/v1/platform/account`;
  const data = { retention_days: 20, brand: { contact: { phone: "+4930555123" } } };
  expect((await page.request.patch(account, { data, headers })).status()).toBe(200);
  await page.getByLabel("Name", { exact: true }).fill("Flower shop");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("button", { name: "Save account" }).click();
  expect((await sent).postDataJSON()).toEqual({ name: "Flower shop" });
  await expect(page.getByRole("button", { name: "Save account" })).toBeDisabled();
  await expect(page.getByLabel("Phone", { exact: true })).toHaveValue("+4930555123");
  await expect(days).toHaveValue("20");
  await expect(linkDays).toHaveValue("10");
  // What was saved before says so still.
  const saved = page.waitForResponse(isChange);
  await save.click();
  await saved;
  await expect(page.getByText("Saved.").last()).toBeVisible();
  const { name, brand, retention_days, link_days } = await (
    await page.request.get(account, { headers })
  ).json();
  expect([name, brand.contact.phone, retention_days, link_days]).toEqual([
    "Flower shop",
    "+4930555123",
    20,
    10,
  ]);
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
  const notice = page.getByText(/Until then you can only read and download/);
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Shipments" }).click();
  await notice.waitFor();
  await page.goBack();
  expect((await key.get("/api/v1/platform/account")).body.code).toBe("account_closing");
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all data" }).click();
  expect((await download).suggestedFilename()).toContain(".jsonl");
  await page.getByRole("button", { name: "Keep the account" }).click();
  await page.getByText("The account stays.").waitFor();
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Delete account…" })).toBeVisible();
  expect((await key.get("/api/v1/platform/account")).status).toBe(200);
  expect(faultsOf(page.witness, server)).toEqual([]);
});
