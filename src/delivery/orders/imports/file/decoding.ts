/** The text of a file, whatever program saved it. */

/** A file that cannot be read. The detail says what to do, and never has anything of the file. */
export class Unreadable extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.name = "Unreadable";
    this.code = code;
  }
}

const bytesPerStep = 256 * 1024;
/** A zip archive, as spreadsheets are; and what older ones are. */
const spreadsheetStarts = [Buffer.from("PK\u0003\u0004"), Buffer.from([0xd0, 0xcf, 0x11, 0xe0])];
/** Windows-1252 has this name in browsers and in mails. */
const westernNames = ["windows-1252", "iso-8859-1", "latin1", "us-ascii", "cp1252"];

/**
 * Decodes a file in short steps: UTF-8 and UTF-16 with or without their marks, else Windows-1252.
 * @param charset what the upload says, which counts where the bytes leave it open
 * @throws Unreadable for what is no text
 */
export function* decodeFile(bytes: Uint8Array, charset: string | null): Generator<void, string> {
  if (spreadsheetStarts.some((start) => start.equals(bytes.subarray(0, start.length)))) {
    throw new Unreadable(
      "spreadsheet",
      "The file is a spreadsheet. Save it as CSV, or upload it on the dashboard, which reads XLSX.",
    );
  }
  const encoding = markedEncoding(bytes) ?? unmarkedWide(bytes);
  const text = encoding ? yield* decode(bytes, encoding, false) : yield* decodeBytes(bytes, charset);
  if (text?.includes("\0") !== false) {
    throw new Unreadable("no_text", "The file has NUL bytes: it is no text. Save it as CSV in UTF-8.");
  }
  return text;
}

function* decodeBytes(bytes: Uint8Array, charset: string | null): Generator<void, string> {
  const isWestern = charset !== null && westernNames.includes(charset);
  const unicode = isWestern ? undefined : yield* decode(bytes, "utf-8", true);
  return unicode ?? (yield* decode(bytes, "windows-1252", false)) ?? "";
}

function markedEncoding([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** UTF-16 without a mark: every other byte of western text is 0. */
function unmarkedWide(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, 512);
  if (start.length < 4 || bytes.length % 2 !== 0) return undefined;
  const zeros = [0, 1].map((side) => start.filter((byte, index) => byte === 0 && index % 2 === side).length);
  const [even = 0, odd = 0] = zeros;
  const most = start.length / 4;
  if (odd > most && even === 0) return "utf-16le";
  return even > most && odd === 0 ? "utf-16be" : undefined;
}

/** Undefined where the bytes are no text in this encoding. */
function* decode(bytes: Uint8Array, encoding: string, fatal: boolean): Generator<void, string | undefined> {
  const decoder = new TextDecoder(encoding, { fatal });
  const parts: string[] = [];
  try {
    for (let at = 0; at < bytes.length; at += bytesPerStep) {
      parts.push(decoder.decode(bytes.subarray(at, at + bytesPerStep), { stream: true }));
      yield;
    }
    parts.push(decoder.decode());
  } catch {
    return undefined;
  }
  return parts.join("");
}
