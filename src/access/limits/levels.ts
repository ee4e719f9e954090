/** Sets the entry that was used last, and drops those that were not used for longest. @param max how many are kept */
export function setLatest<T>(entries: Map<string, T>, id: string, value: T, max: number): void {
  // A map has its keys in the order in which they came.
  entries.delete(id);
  entries.set(id, value);
  dropOldest(entries, max);
}

/** Drops the entries that came first, until at most `max` are left. */
export function dropOldest(entries: Map<string, unknown>, max: number): void {
  for (const oldest of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(oldest);
  }
}
