import { expect, test } from "bun:test";
import { zipSync } from "fflate";
import {
  readSheets,
  UnreadableWorkbook,
} from "../../../../../src/web/dashboard/pages/imports/workbook/workbook.ts";
import { cells, serialOf, workbook } from "../../../../support/workbooks.ts";

/** XLSX files become CSV: values instead of formulas, and days as ISO writes them. */

const value = (xml: string) => ({ xml });

test("cells become text: days, times, numbers and formulas by their values", async () => {
  const file = workbook({
    Orders: cells(1, [
      'Anna "A", Kurz',
      value(`<c r="@" s="1"><v>${serialOf("2026-11-28")}</v></c>`),
      value(`<c r="@" s="2"><v>0.583333333333333</v></c>`),
      value(`<c r="@" s="1"><v>${serialOf("2026-11-28") + 0.5}</v></c>`),
      value(`<c r="@"><v>4915112345678</v></c>`),
      value(`<c r="@"><f>1+1.1</f><v>2.1000000000000001</v></c>`),
      value(`<c r="@" t="b"><v>1</v></c>`),
      "=1+1",
    ]),
  });
  const [sheet] = await readSheets(file);
  expect(sheet?.csv).toBe(
    '"Anna ""A"", Kurz",2026-11-28,14:00,2026-11-28 12:00,4915112345678,2.1,true,=1+1\r\n',
  );
});

test("sheets without rows are left out, and empty rows keep the numbers of the others", async () => {
  const file = workbook({ Empty: "", Orders: cells(1, ["Name"]) + cells(3, ["Anna"]) });
  expect(await readSheets(file)).toEqual([{ name: "Orders", rows: 2, csv: "Name\r\n\r\nAnna\r\n" }]);
});

test("a formula without a value is refused by its cell, and one with an empty text is empty", async () => {
  const uncomputed = workbook({ Orders: cells(1, ["Name", value('<c r="@"><f>1+1</f><v></v></c>')]) });
  await expect(readSheets(uncomputed)).rejects.toThrow("The formula in cell B1 has no value yet.");
  const empty = workbook({ Orders: cells(1, ["Name", value('<c r="@" t="str"><f>""</f><v></v></c>')]) });
  expect((await readSheets(empty))[0]?.csv).toBe("Name\r\n");
});

test("a file that unpacks to far more than a list is refused before it is unpacked", async () => {
  const bomb = zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(80 * 1024 * 1024) }, { level: 9 });
  await expect(readSheets(bomb)).rejects.toThrow("The file unpacks to more than 64 MB.");
  // Pictures and the like are never unpacked.
  const [sheet] = await readSheets(workbook({ Orders: cells(1, ["Name"]) }));
  expect(sheet?.csv).toBe("Name\r\n");
});

test("a file that says less than it holds cannot take more memory than it says", async () => {
  const bomb = zipSync({ "xl/worksheets/sheet1.xml": new Uint8Array(1_000_000) }, { level: 9 });
  const size = new DataView(new ArrayBuffer(4));
  size.setUint32(0, 1_000_000, true);
  const needle = Buffer.from(size.buffer);
  const lying = Buffer.from(bomb);
  for (let at = lying.indexOf(needle); at !== -1; at = lying.indexOf(needle)) lying.writeUInt32LE(10, at);
  await expect(readSheets(lying)).rejects.toBeInstanceOf(UnreadableWorkbook);
});

test.each([
  ["text", new TextEncoder().encode("Name,Street")],
  ["a cut file", workbook({ Orders: cells(1, ["Name"]) }).slice(0, 400)],
  ["another archive", zipSync({ "readme.xml": new TextEncoder().encode("<a/>") })],
  ["a cell without its text", workbook({ Orders: cells(1, [value('<c r="@" t="s"><v>9</v></c>')]) })],
])("%s is refused in a sentence", async (_, bytes) => {
  await expect(readSheets(bytes)).rejects.toBeInstanceOf(UnreadableWorkbook);
});
