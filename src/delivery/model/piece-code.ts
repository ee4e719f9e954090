/**
 * The codes on labels, as people scan and type them: a tracking number, or `WB7K2M9QXT4CA-2` for the second of several
 * pieces. Contract §3: a number is `WB` and 11 characters of Crockford's base32.
 */

interface PieceCode {
  trackingNumber: string;
  /** Null for the bare number, which stands for all pieces. */
  piece: number | null;
}

/** Of no shipment: riders scan it where they practice, and a printed sheet has it. */
export const practiceNumber = "WB0PRACT1CE00";

/** The code of a piece, counted from 1. */
export function pieceCode(trackingNumber: string, piece: number): string {
  return `${trackingNumber}-${piece}`;
}

/** Blanks and dashes between the characters are as people group them. Any dash of Unicode will do. */
const number = /WB(?:[\s\p{Pd}]*[0-9A-HJKMNP-TV-Z]){11}/u;
const behindDash = /^\s*\p{Pd}\s*([0-9A-Z]+)/u;
const attached = /^(\d+)(?![A-Z])/;

/** The first code in a text; a QR code may hold a whole address. Null without one. */
export function readPieceCode(text: string): PieceCode | null {
  const upper = text.toUpperCase();
  const found = number.exec(upper);
  if (!found) return null;
  const rest = upper.slice(found.index + found[0].length);
  const suffix = behindDash.exec(rest)?.[1] ?? attached.exec(rest)?.[1];
  if (suffix !== undefined && !/^\d+$/.test(suffix)) return null;
  const trackingNumber = found[0].replace(/[\s\p{Pd}]/gu, "");
  return { trackingNumber, piece: suffix === undefined ? null : Number(suffix) };
}

/** Whether a shipment of so many pieces has the one that a code names. */
export function hasPiece({ piece }: Pick<PieceCode, "piece">, count: number): boolean {
  return piece === null || (piece >= 1 && piece <= count);
}
