import { readPieceCode } from "../../delivery/model/piece-code.ts";

/** What to try where the code of a piece found nothing; undefined if the text is none. */
export function pieceHint(q: string | undefined): string | undefined {
  const code = readPieceCode(q ?? "");
  if (code?.piece == null) return undefined;
  return `No shipment has a piece ${code.piece} with this number. Search for ${code.trackingNumber} alone.`;
}
