import { unzipSync, zipSync } from "fflate";
import readWorkbook from "read-excel-file/web-worker";

/** The sheets of an XLSX file, as CSV. It takes a while and runs in a thread of its own. */

/** More than any list of orders unpacks to. A file that says less than it holds is cut there, and cannot be read. */
const unpackedBytesMax = 64 * 1024 * 1024;

export interface Sheet {
  name: string;
  /** How many rows are not empty. */
  rows: number;
  csv: string;
}

/** A file that cannot be read. The message is for people. */
export class UnreadableWorkbook extends Error {}

/** The sheets with something in them. @throws UnreadableWorkbook */
export async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
  const unpacked = unpack(bytes);
  refuseUncomputed(unpacked);
  // Packed without compression: to unpack the rest, the library would start threads that the page's policy forbids.
  const plain = zipSync(unpacked, { level: 0 });
  const sheets = await readWorkbook(new Uint8Array(plain).buffer, { trim: false }).catch(refuse);
  const read = sheets.map(({ sheet, data }) => {
    const rows = data.map((row) => row.map(textOf));
    return { name: sheet, rows: rows.filter(hasText).length, csv: rows.map(lineOf).join("") };
  });
  return read.filter(({ rows }) => rows > 0);
}

function unpack(bytes: Uint8Array): Record<string, Uint8Array> {
  let total = 0;
  try {
    return unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!/\.xml(?:\.rels)?$/.test(name)) return false;
        total += originalSize;
        if (total > unpackedBytesMax) throw new UnreadableWorkbook(tooLarge);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableWorkbook) throw error;
    throw new UnreadableWorkbook("The file is damaged, or is no XLSX file. Save it again as XLSX or CSV.");
  }
}

const tooLarge = "The file unpacks to more than 64 MB. Copy the rows that you need to a new file.";

/** A formula whose value is missing or empty; programs say of an empty text that it is one. */
const uncomputed =
  /<c\b(?![^>]*\bt="str")[^>]*\br="([A-Z]+\d+)"[^>]*>\s*<f\b[^>]*(?:\/>|>[^<]*<\/f>)\s*(?:<v\s*\/>|<v><\/v>)?\s*<\/c>/;

/** A cell that nobody has computed would be empty without a word. */
function refuseUncomputed(unpacked: Record<string, Uint8Array>): void {
  const decoder = new TextDecoder();
  for (const [name, content] of Object.entries(unpacked)) {
    if (!name.startsWith("xl/worksheets/")) continue;
    const [, cell] = uncomputed.exec(decoder.decode(content)) ?? [];
    if (cell !== undefined)
      throw new UnreadableWorkbook(
        `The formula in cell ${cell} has no value yet. Open the file in a spreadsheet program and save it again.`,
      );
  }
}

/** What the library says of a cell: `<c/> at row 3, col 2: VALUE_MISSING`. */
function refuse(error: unknown): never {
  const [, row, column] = /at row (\d+), col (\d+)/.exec(String(error)) ?? [];
  throw new UnreadableWorkbook(
    row === undefined
      ? "The file is no XLSX file that Waybill can read. Save it again as XLSX or CSV."
      : `The cell in row ${row}, column ${column} has no value that Waybill can read. Open the file in a spreadsheet program and save it again.`,
  );
}

const hasText = (row: readonly string[]) => row.some((cell) => cell.trim() !== "");

/** As the list's reader takes it: days and times as ISO writes them, numbers without separators, formulas as their values. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return timeText(value);
  return String(value);
}

/** A spreadsheet counts from the end of 1899: what lies before 1901 is a time without a day. */
function timeText(value: Date): string {
  // Minutes as fractions of a day are a little too short or too long.
  const text = new Date(Math.round(value.getTime() / 1_000) * 1_000).toISOString();
  const [day = "", time = ""] = text.split("T");
  const clock = time.slice(0, 5);
  if (Number(day.slice(0, 4)) < 1901) return clock;
  return clock === "00:00" ? day : `${day} ${clock}`;
}

/** An empty row stays one, so that the others keep their numbers. */
function lineOf(cells: readonly string[]): string {
  return hasText(cells) ? `${cells.map(quoted).join(",")}\r\n` : "\r\n";
}

function quoted(cell: string): string {
  return /[",\r\n;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
