/** The link of a form: `/order#<token>`. The token stays behind the `#`, which no server and no log sees. */

const tokenPattern = /^[\w-]{8,200}$/;

/** Empty for a link without one. */
export function formToken(): string {
  const token = location.hash.slice(1);
  return tokenPattern.test(token) ? token : "";
}

const offset = 0x811c9dc5;
const prime = 0x01000193;

/** Tells the forms of one browser apart, and nothing of their tokens. http://www.isthe.com/chongo/tech/comp/fnv/ */
export function formMark(token: string): string {
  let hash = offset;
  for (const character of token) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), prime) >>> 0;
  return hash.toString(36);
}
