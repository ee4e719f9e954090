import { hasPiece, readPieceCode } from "../../delivery/model/piece-code.ts";

/** Labels, as they are scanned and people type them. */

/** The last characters of a number are enough, with a piece or without. */
const typed = /^([0-9A-Z]{4})(?:\p{Pd}(\d+))?$/u;

/** What a text says about a parcel: it is the right one, another shipment's, or a piece that there is not. */
export type Verdict = { is: "right" | "missing"; piece: number | null } | { is: "other" };

/** Checks what was scanned or typed, for a shipment with this number of pieces. */
export function checkLabel(text: string, trackingNumber: string, pieces: number): Verdict {
  const code = readPieceCode(text) ?? readEnd(text, trackingNumber);
  if (code?.trackingNumber !== trackingNumber) return { is: "other" };
  return { is: hasPiece(code, pieces) ? "right" : "missing", piece: code.piece };
}

function readEnd(text: string, trackingNumber: string): ReturnType<typeof readPieceCode> {
  const plain = text.toUpperCase().replace(/\s/g, "");
  const [, end, piece] = typed.exec(plain) ?? typed.exec(plain.replace(/\p{Pd}/gu, "")) ?? [];
  if (end === undefined || !trackingNumber.endsWith(end)) return null;
  return { trackingNumber, piece: piece === undefined ? null : Number(piece) };
}
