/**
 * Choices that a browser keeps for its next visit, and what its windows tell each other. One that refuses to keep anything has
 * the choices until the page is closed, and its windows hear nothing of each other.
 */

const here = new Map<string, string>();

/** Null where nothing was kept. */
export function kept(key: string): string | null {
  const inPage = here.get(key) ?? null;
  try {
    return localStorage.getItem(key) ?? inPage;
  } catch {
    return inPage;
  }
}

/** @param value undefined: it is forgotten */
export function keep(key: string, value: string | undefined): void {
  if (value === undefined) here.delete(key);
  else here.set(key, value);
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The page has it.
  }
}

/** Undefined in a browser that refuses it with the storage. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
