/**
 * Counts the changes of each shipment and account that somebody watches live. A count is only a hint that reading is
 * worth it: streams send what the rows say.
 */
const watched = new Map<string, { readers: number; changes: number }>();

/** Call it when something of the shipment, or an event of the account, was written. */
export function noteChange(id: string): void {
  const entry = watched.get(id);
  if (entry) entry.changes += 1;
}

/** Watches a shipment or an account until `stop`. `changes` grows with each change. */
export function watch(id: string): { changes(): number; stop(): void } {
  const entry = watched.get(id) ?? { readers: 0, changes: 0 };
  entry.readers += 1;
  watched.set(id, entry);
  let watching = true;
  return {
    changes: () => entry.changes,
    stop() {
      if (!watching) return;
      watching = false;
      entry.readers -= 1;
      if (entry.readers === 0) watched.delete(id);
    },
  };
}
