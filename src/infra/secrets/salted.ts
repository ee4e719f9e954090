/**
 * Values of a chain that can be erased. The chain holds SHA-256 of salt and value: whoever deletes value and salt leaves
 * the chain whole, and without the salt nobody can try values against a hash.
 */

/** A value that can be erased. `salt` is null once it was. */
export interface SaltedValue {
  salt: string | null;
  hash: string;
}

/** By member; null where there was no value. */
export type Salted = Readonly<Record<string, SaltedValue | null>>;

/** The values as text, by member. */
export type ValueTexts = Readonly<Record<string, string | null>>;

/** Erases these members' salts. */
export function withoutSalts(salted: Salted, members: readonly string[]): Salted {
  return Object.fromEntries(
    Object.entries(salted).map(([member, value]) => [
      member,
      value && members.includes(member) ? { ...value, salt: null } : value,
    ]),
  );
}

/** Erases all salts but those of these members. */
export const onlySalts =
  (...kept: string[]) =>
  (salted: Salted): Salted =>
    withoutSalts(
      salted,
      Object.keys(salted).filter((member) => !kept.includes(member)),
    );

/** The hashes as a record of a chain has them. */
export function hashesOf(salted: Salted): Record<string, string | null> {
  return Object.fromEntries(Object.entries(salted).map(([member, value]) => [member, value?.hash ?? null]));
}
