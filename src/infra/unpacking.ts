import { inflateSync } from "node:zlib";

/** Whether packed bytes (zlib, RFC 1950) are whole and unpack to no more than this: a thousandth can fill the memory. */
export function unpacksWithin(packed: Uint8Array, bytesMax: number): boolean {
  try {
    inflateSync(packed, { maxOutputLength: bytesMax });
    return true;
  } catch {
    return false;
  }
}
