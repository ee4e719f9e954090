/**
 * What is kept under this key, or made now; the oldest goes where there are too many. A key tells all that the value is made
 * of: shipments of a stage that is made anew from its seed have the ids of those before.
 */
export function keepNewest<T>(kept: Map<string, T>, max: number, key: string, make: () => T): T {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const [oldest] = kept.keys();
  if (oldest !== undefined && kept.size >= max) kept.delete(oldest);
  const made = make();
  kept.set(key, made);
  return made;
}
