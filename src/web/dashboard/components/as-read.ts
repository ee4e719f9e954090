/** A name without what nobody can see: repeated blanks and invisible formatting characters. */
export function asRead(name: string): string {
  return name
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
