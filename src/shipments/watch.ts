/**
 * Which shipments somebody looks at live, and how often they changed: only a hint that a look is worth it.
 * What is told comes from rows.
 */
const watched = new Map<string, { readers: number; changes: number }>();

/** A shipment, its position or its estimate was written. */
export function noteChange(shipmentId: string): void {
  const entry = watched.get(shipmentId);
  if (entry) entry.changes += 1;
}

/** Watches a shipment until `stop`. `changes` grows with each change. */
export function watchShipment(shipmentId: string): { changes(): number; stop(): void } {
  const entry = watched.get(shipmentId) ?? { readers: 0, changes: 0 };
  entry.readers += 1;
  watched.set(shipmentId, entry);
  let watching = true;
  return {
    changes: () => entry.changes,
    stop() {
      if (!watching) return;
      watching = false;
      entry.readers -= 1;
      if (entry.readers === 0) watched.delete(shipmentId);
    },
  };
}
