import { AppError } from "../errors.ts";
import { dayMs } from "../units.ts";

const keyLengthMax = 255;
/** How long answers are stored, contract §7. */
export const retentionMs = dayMs;

/** The key of a header `Idempotency-Key`, bare or quoted. @throws AppError `idempotency_key_invalid` */
export function parseKey(header: string): string {
  const [, key] = /^"(.*)"$/.exec(header) ?? [undefined, header];
  if (key === undefined || !/^[\x20-\x7e]+$/.test(key) || key.length > keyLengthMax) {
    throw new AppError("idempotency_key_invalid", {
      detail: `Send an Idempotency-Key of 1 to ${keyLengthMax} printable ASCII characters.`,
    });
  }
  return key;
}

/** Items of a request that one transaction writes: others have their turn between. */
export const perPart = 10;

/** The items that the next transaction writes, after as many as were written. */
export function nextPart<T>(items: readonly T[], written: number): readonly T[] {
  return items.slice(written, written + perPart);
}
