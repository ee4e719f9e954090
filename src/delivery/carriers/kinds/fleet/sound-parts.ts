import type { FieldError } from "@/infra/errors.ts";

/** Which parts of a card fit its schema: only these can be judged by rules that read them. */
export interface SoundParts {
  /** Whether the value is there as its schema says, apart from its members. */
  isReached(pointer: string): boolean;
  /** Whether the value and all its members fit. */
  isSound(pointer: string): boolean;
}

/** @param misfits all that the schema finds wrong */
export function soundParts(misfits: readonly FieldError[]): SoundParts {
  const places = misfits.map(({ pointer = "#" }) => pointer);
  const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`);
  const isReached = (pointer: string) => !places.some((place) => isWithin(pointer, place));
  return {
    isReached,
    isSound: (pointer) => isReached(pointer) && !places.some((place) => isWithin(place, pointer)),
  };
}

/** A rule: what it reads of a value, and what it finds wrong. */
export type Rule = readonly [reads: readonly string[], find: () => FieldError[]];

/** What the rules find whose members all fit. @param pointer of the value */
export function applyRules(parts: SoundParts, pointer: string, rules: readonly Rule[]): FieldError[] {
  return rules.flatMap(([reads, find]) =>
    reads.every((name) => parts.isSound(`${pointer}/${name}`)) ? find() : [],
  );
}

/** The entries whose key an earlier entry has. @param entries keys with their pointers */
export function duplicates(entries: readonly { key: string; pointer: string }[]): FieldError[] {
  const seen = new Set<string>();
  return entries.flatMap(({ key, pointer }) => {
    if (seen.has(key)) return [{ pointer, code: "duplicate", detail: "must not repeat an earlier entry" }];
    seen.add(key);
    return [];
  });
}
