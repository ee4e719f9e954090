/** What simulated people are called: first names, and initials of the last. */
const firstNames = [
  "Alex",
  "Bea",
  "Cem",
  "Dana",
  "Eli",
  "Fay",
  "Gil",
  "Hana",
  "Ivo",
  "Jona",
  "Kim",
  "Lou",
] as const;
const initials = "ABCDEFGHIKLMNOPRSTVWZ";

/** `Kim B.` @param random from 0 up to, not including, 1 */
export function pickName(random: () => number): string {
  const pick = (list: ArrayLike<string>): string => list[Math.floor(random() * list.length)] as string;
  return `${pick(firstNames)} ${pick(initials)}.`;
}
