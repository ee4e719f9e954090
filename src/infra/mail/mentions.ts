/** Before the first letter: no part of a longer local part, or the end of an escape of JSON such as `\n`. */
const start = String.raw`(?:(?<![a-z0-9._-])|(?<=\\[bfnrt])|(?<=\\u[0-9a-f]{4}))`;
/** After the last letter: the domain does not go on. */
const end = String.raw`(?![a-z0-9_-]|\.[a-z0-9])`;

/**
 * Finds an email address in text or JSON, in any letter case, but not as part of another address: `maria@example.com` holds
 * no `a@example.com`. In doubt it finds it.
 */
export function mentionsOf(address: string): RegExp {
  return new RegExp(start + RegExp.escape(address) + end, "gi");
}
