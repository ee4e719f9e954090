import { describe, test } from "bun:test";
import type { Page } from "playwright-core";
import { expectGood } from "./appearance.ts";
import { expect, faultsOf, settled, signUp, startDashboard } from "./dashboard.ts";

/** Lists of orders, contacts and drivers are chosen, corrected and confirmed on the dashboard. */

const { server, openWindow } = await startDashboard();

const csv = `Empfänger;Straße;PLZ;Ort;Telefon;Liefertag;Zeit;Gewicht (kg);Bemerkung
Anna Kurz;Torstr. 12;10119;Berlin;0151 12345678;2026-12-01;14–16;1,5;
Bert Lang;Lindenstr. 3;10969;Berlin;12;2026-12-01;14–16;2;Hof
`;

async function choose(page: Page, name: string, content: string | Buffer) {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file" }).click();
  await (await chooser).setFiles({ name, mimeType: "", buffer: Buffer.from(content as string) });
}

describe("a list", () => {
  test("first", async () => {
    const page = await openWindow();
    await signUp(page, server);
    await page.goto(`${server.url}/dashboard/sandbox/imports`);
    await settled(page);
    await page.screenshot({ path: "/tmp/w/shots/imports/a.png", fullPage: true });
    await choose(page, "morgen.csv", csv);
    await page.getByRole("heading", { name: "morgen.csv" }).waitFor();
    await page.getByRole("region", { name: "Columns" }).first().waitFor();
    await settled(page);
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `/tmp/w/shots/imports/b-${width}.png`, fullPage: true });
    }
    expect(faultsOf(page.witness, server)).toEqual([]);
  });
});
