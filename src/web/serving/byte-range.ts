/** Ranges of bytes in requests, RFC 9110 §14. */

/** Offsets of the first and the last byte. */
interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The one range that a `Range` header names, within a file of this size. Undefined for none, several, or what a server
 * ignores; "beyond" if the range begins after the end.
 */
export function readRange(header: string | null, size: number): ByteRange | "beyond" | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replace(/\s/g, "") ?? "") ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return undefined;
  if (from === "") return lastBytes(Number(to), size);
  const first = Number(from);
  const last = to === "" ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== "" && Number(to) < first) return undefined;
  return first >= size ? "beyond" : { first, last };
}

function lastBytes(count: number, size: number): ByteRange | "beyond" {
  return count === 0 || size === 0 ? "beyond" : { first: Math.max(0, size - count), last: size - 1 };
}
