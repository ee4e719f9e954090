/** Values that are costly to make, in memory: what was used last, up to a size. */
export interface Recent<T> {
  /** What is kept under this key, or made now. The key tells all that the value is made of. */
  take(key: string, make: () => T): T;
}

/** @param sizeMax of all values together, but the newest is kept whatever its size */
export function createRecentCache<T>(sizeMax: number, sizeOf: (value: T) => number): Recent<T> {
  // A map has its keys in the order in which they came.
  const kept = new Map<string, T>();
  let size = 0;
  return {
    take(key, make) {
      const known = kept.get(key);
      const value = known ?? make();
      if (known === undefined) size += sizeOf(value);
      kept.delete(key);
      for (const [oldest, old] of kept) {
        if (size <= sizeMax) break;
        kept.delete(oldest);
        size -= sizeOf(old);
      }
      kept.set(key, value);
      return value;
    },
  };
}
