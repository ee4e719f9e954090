import { test } from "bun:test";
import { mkdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { pageLanguages } from "../../src/delivery/model/model.ts";
import { practiceNumber } from "../../src/delivery/model/piece-code.ts";
import { howToTexts } from "../../src/web/dashboard/pages/papers/how-to/texts.ts";
import { textsIn } from "../../src/web/dashboard/texts.ts";
import { codesOfPages, readPdf } from "../support/printed.ts";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, settled, startDashboard, type WatchedPage } from "./dashboard.ts";

/** One sheet each for a rider, a dispatcher and a customer, in every language, on A4 and Letter. */

const { server, enter } = await startDashboard();
const readers = ["rider", "dispatcher", "shop"] as const;
const formats = ["A4", "Letter"] as const;

async function show(page: WatchedPage, who: string, language: string): Promise<void> {
  await page.goto(`${server.url}/dashboard/live/print/how-to?who=${who}&language=${language}`);
  await page.locator(`article[lang="${language}"] ol`).waitFor();
}

async function pdf(page: WatchedPage, name: string, format: "A4" | "Letter") {
  const bytes = await page.pdf({ format, printBackground: true });
  const folder = process.env.WAYBILL_PAPERS;
  if (folder) {
    mkdirSync(folder, { recursive: true });
    await writeFile(`${folder}/${name}-${format}.pdf`, bytes);
  }
  return bytes;
}

test("it is found from Drivers, Dispatch and order forms, and each leads to its own sheet", async () => {
  const page = await enter();
  for (const [path, title] of [
    ["drivers", "For riders"],
    ["dispatch", "For dispatchers"],
    ["order-forms", "For customers"],
  ]) {
    await page.goto(`${server.url}/dashboard/live/${path}`);
    await page.getByRole("link", { name: "How it works" }).click();
    const sheet = page.getByRole("article", { name: "How it works" });
    await expect(sheet.getByRole("heading", { name: title ?? "" })).toBeVisible();
    await settled(page);
    await expectGood(page, `how-to-${path}`);
  }
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Deutsch" }).click();
  await expect(page.getByRole("article").getByRole("heading", { name: "Für Kunden" })).toBeVisible();
  await expect(page).toHaveURL(/who=shop&language=de/);
  expect(faultsOf(page.witness, server)).toEqual([]);
});

test("the rider's sheet has the label of the practice parcel, and no address that no phone can open", async () => {
  const page = await enter();
  await show(page, "rider", "en");
  const bytes = await pdf(page, "rider-codes", "A4");
  // This server is on the machine of the test.
  expect((await codesOfPages(bytes)).flat()).toEqual([`QRCode ${practiceNumber}`]);
  await show(page, "shop", "en");
  expect((await codesOfPages(await pdf(page, "shop-codes", "A4"))).flat()).toEqual([]);
});

test("where phones can open the page, a code on the rider's sheet leads to the practice, and to no secret", async () => {
  const page = await enter();
  const published = "http://waybill.test";
  await page.context().route(`${published}/**`, async (route) => {
    const url = route.request().url().replace(published, server.url);
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  const session = (await page.context().cookies()).map(({ name, value }) => ({
    name,
    value,
    url: published,
  }));
  await page.context().addCookies(session);
  await page.goto(`${published}/dashboard/live/print/how-to?who=rider&language=tr`);
  await page.locator('article[lang="tr"] ol').waitFor();
  const codes = (await codesOfPages(await pdf(page, "rider-public", "Letter"))).flat();
  expect(codes).toEqual([`QRCode ${practiceNumber}`, `QRCode ${published}/driver?practice=tr`]);
  await page.goto(`${server.url}/driver?practice=tr`);
  await expect(page.getByText("3 duraktan 1. durak")).toBeVisible();
});

test.each([...pageLanguages])("%s: each is one sheet, on A4 and on Letter", async (language) => {
  const page = await enter();
  const texts = await textsIn(howToTexts, language);
  for (const who of readers) {
    await show(page, who, language);
    for (const format of formats) {
      const bytes = await pdf(page, `${who}-${language}`, format);
      const { texts: pages } = await readPdf(bytes);
      expect([who, format, pages.length]).toEqual([who, format, 1]);
      if (["ar", "he", "ja"].includes(language)) continue;
      for (const { title } of Object.values<{ title: string }>(texts[who].steps)) {
        expect(pages[0]).toContain(title);
      }
    }
  }
});
