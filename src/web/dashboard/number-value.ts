/** A number, or the typed text while it is not one. */
export type NumberValue = number | string;

/** Digits, with decimals after a point or without: everything else stays text, which the API refuses. */
export function numberOf(text: string): NumberValue {
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text.trim();
}
