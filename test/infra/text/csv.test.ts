import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type Cell, toCsv } from "../../../src/infra/text/csv.ts";

/** RFC 4180 as its grammar has it, in the other direction. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (const [, quoted, plain, end] of text.matchAll(field)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe("a file for spreadsheets", () => {
  test("has a line for the names and one for each row, each ended", () => {
    const rows = [
      ["listShipments", 12, 0.42],
      ["getShipment", 0, null],
    ];
    expect(toCsv([["route", "requests", "p50_ms"], ...rows])).toBe(
      "route,requests,p50_ms\r\nlistShipments,12,0.42\r\ngetShipment,0,\r\n",
    );
  });

  test.each([
    ["a,b", '"a,b"'],
    ['say "hello"', '"say ""hello"""'],
    ["two\nlines", '"two\nlines"'],
    ["two\r\nlines", '"two\r\nlines"'],
    ["Überseekiste", "Überseekiste"],
  ])("keeps %j together", (text, field) => {
    expect(toCsv([["name"], [text]])).toBe(`name\r\n${field}\r\n`);
  });

  test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "＋1", "－1", "＠1", "\n1"])(
    "makes nothing of %j that a spreadsheet would calculate",
    (text) => {
      const [, [cell] = []] = parse(toCsv([["name"], [text]]));
      expect(cell).toBe(`'${text}`);
    },
  );

  test.each([
    ["a;=1+1", "'a;'=1+1"],
    ["a; =1+1", "'a; '=1+1"],
    ["a\t@SUM(A1)", "'a\t'@SUM(A1)"],
    ["a;b;-1;+2", "'a;b;'-1;'+2"],
    [";=1", "';'=1"],
    ["a;\u00a0＝1", "'a;\u00a0'＝1"],
    ['a;"=1+1', "'a;\"'=1+1"],
    ["a;\n;=1", "'a;\n;'=1"],
    ["Ring\n=1+1", "'Ring\n'=1+1"],
    ["a;;\t=1", "'a;;\t'=1"],
    ['"\t=1', "'\"\t'=1"],
  ])("makes nothing of %j where a spreadsheet splits at other signs than commas", (text, expected) => {
    const file = toCsv([
      ["id", "name", "n"],
      ["shp_1", text, 5],
    ]);
    expect(parse(file)[1]).toEqual(["shp_1", expected, "5"]);
    // Where a cell ends at a semicolon or tab, a quotation mark counts at its beginning only.
    for (const cell of file.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
  });

  test.each(["a;b", "a-b; c", "1;2", "a, b", "tab\tb", "x=1;y=2"])("leaves %j as it is", (text) => {
    expect(parse(toCsv([[text]]))).toEqual([[text]]);
  });

  test("leaves numbers below zero as they are", () => {
    expect(toCsv([["n"], [-1.5]])).toBe("n\r\n-1.5\r\n");
  });

  test("gives every text back, but for apostrophes", () => {
    const rows = fc.array(fc.tuple(fc.string({ unit: "binary" }), fc.string()), { minLength: 1 });
    fc.assert(
      fc.property(rows, (texts) => {
        const [, ...read] = parse(toCsv([["a", "b"], ...(texts as Cell[][])]));
        const bare = (cells: readonly string[]) => cells.map((cell) => cell.replaceAll("'", ""));
        expect(read.map(bare)).toEqual(texts.map(bare));
      }),
    );
  });
});
