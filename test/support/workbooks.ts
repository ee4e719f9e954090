import { zipSync } from "fflate";

/** Workbooks for tests. */

/** A small workbook, as spreadsheet programs write it: the rows of each sheet. The second style is a day, the third a time. */
export function workbook(sheets: Record<string, string>): Uint8Array {
  const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
  const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
  const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
  const names = Object.keys(sheets);
  const files: Record<string, string> = {
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${names
      .map((name, place) => `<sheet name="${name}" sheetId="${place + 1}" r:id="s${place}"/>`)
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${relations}">${names
      .map(
        (_, place) =>
          `<Relationship Id="s${place}" Type="${office}/worksheet" Target="worksheets/sheet${place}.xml"/>`,
      )
      .join("")}<Relationship Id="st" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, place) => [
        `xl/worksheets/sheet${place}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
  };
  const encoder = new TextEncoder();
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)])),
  );
}

/** A row of texts, and of cells as they are written; `@` stands for the place. */
export function cells(row: number, texts: readonly (string | { xml: string })[]): string {
  const xml = texts.map((text, column) => {
    const at = `${String.fromCharCode(65 + column)}${row}`;
    return typeof text === "string"
      ? `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
      : text.xml.replace("@", at);
  });
  return `<row r="${row}">${xml.join("")}</row>`;
}

/** As spreadsheets store days: counted from the end of 1899. */
export function serialOf(day: string): number {
  return Date.parse(day) / 86_400_000 + 25_569;
}
