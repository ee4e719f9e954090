/**
 * What remains of each member of something whose personal data is erased: all of it, or what a function makes of it. A new
 * member does not compile until somebody says what becomes of it.
 */
export type Remains<T> = { readonly [Name in keyof T]-?: "kept" | ((value: T[Name]) => T[Name]) };

/** For what can be null. */
export const nothing = (): null => null;

/** The members that an erasure changes, as they are afterwards. Missing ones stay missing. */
export function erasedMembers<T extends object>(of: T, remains: Remains<T>): Partial<T> {
  const erased: Partial<T> = {};
  for (const name of Object.keys(remains) as (keyof T)[]) {
    const erase = remains[name];
    if (erase !== "kept" && name in of) erased[name] = erase(of[name]);
  }
  return erased;
}
