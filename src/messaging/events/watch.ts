import type { Environment } from "../../infra/environment.ts";

/**
 * Counts the changes of each shipment, assignment, driver and account that somebody watches live. A count is only a hint
 * that reading is worth it: streams send what the rows say.
 */
const watched = new Map<string, { readers: number; changes: number }>();

/**
 * Call it when something of the shipment, or an event of the account, was written. Of a driver: what they are told, their
 * jobs, the order of their stops, their duty. Of an assignment: its shipment has changed.
 */
export function markChanged(id: string): void {
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

/** For each id that is watched by its parts: what each reader has not read yet. */
const unread = new Map<string, Set<Set<string>>>();

/** Call it when a part of something was written that readers look up one by one, such as where a driver is. */
export function markPartChanged(id: string, part: string): void {
  const readers = unread.get(id);
  if (!readers) return;
  for (const parts of readers) parts.add(part);
}

/** Watches the parts of something until `stop`. A part that changes often is told once until it is taken. */
export function watchParts(id: string) {
  const parts = new Set<string>();
  const readers = unread.get(id) ?? new Set();
  readers.add(parts);
  unread.set(id, readers);
  return {
    hasSome: (): boolean => parts.size > 0,
    add(some: readonly string[]): void {
      for (const part of some) parts.add(part);
    },
    /** At most `max` of them, the longest waiting first. */
    take(max: number): string[] {
      const taken = [...parts.values().take(max)];
      for (const part of taken) parts.delete(part);
      return taken;
    },
    stop(): void {
      readers.delete(parts);
      if (readers.size === 0) unread.delete(id);
    },
  };
}

/** What a live stream watches by its shipments: those of an account, or with null those of all. */
export function liveShipments(environment: Environment, accountId: string | null): string {
  return `shipments of ${environment} ${accountId}`;
}

/** What a live stream watches by its drivers: those of an account, or with null of the installation. */
export function liveDrivers(environment: Environment, accountId: string | null): string {
  return `drivers of ${environment} ${accountId}`;
}

/** What a live stream watches by what its drivers are told: those of an account, or with null of the installation. */
export function liveNotices(environment: Environment, accountId: string | null): string {
  return `notices of ${environment} ${accountId}`;
}

/** What readers of the events of every account watch. */
export function everyAccount(environment: Environment): string {
  return `every account of ${environment}`;
}
