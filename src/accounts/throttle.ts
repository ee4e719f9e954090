import ipaddr from "ipaddr.js";

/** Failed sign-ins allowed before waiting begins, and how the wait grows. */
const freeFailures = 5;
const firstWaitMs = 1_000;
const waitMaxMs = 15 * 60_000;
const forgetMs = 3_600_000;
const entriesMax = 10_000;

/** Whoever has an IPv6 address has its whole /64; one that stands for an IPv4 address is that. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const ip = ipaddr.IPv6.parse(address);
  return ip.isIPv4MappedAddress() ? ip.toIPv4Address().toString() : ip.parts.slice(0, 4).join(":");
}

interface Entry {
  failures: number;
  lastAt: number;
}

/** Slows guessing down per user and per address: after five failures each one doubles the wait. */
export function createThrottle() {
  const entries = new Map<string, Entry>();

  function entryOf(key: string, now: number): Entry | undefined {
    const entry = entries.get(key);
    if (entry && now - entry.lastAt > forgetMs) {
      entries.delete(key);
      return undefined;
    }
    return entry;
  }

  return {
    /** How long the next attempt has to wait, in ms. */
    waitMs(keys: readonly string[], now: number): number {
      const waits = keys.map((key) => {
        const entry = entryOf(key, now);
        if (!entry || entry.failures < freeFailures) return 0;
        const wait = Math.min(waitMaxMs, firstWaitMs * 2 ** (entry.failures - freeFailures));
        return entry.lastAt + wait - now;
      });
      return Math.max(0, ...waits);
    },
    fail(keys: readonly string[], now: number): void {
      for (const key of keys) {
        const failures = (entryOf(key, now)?.failures ?? 0) + 1;
        entries.delete(key);
        entries.set(key, { failures, lastAt: now });
      }
      for (const oldest of entries.keys()) {
        if (entries.size <= entriesMax) break;
        entries.delete(oldest);
      }
    },
    /** An attempt turned out well: its user is forgiven everything, its address this one. */
    forgive(user: string, address: string): void {
      entries.delete(user);
      const entry = entries.get(address);
      if (entry) entry.failures -= 1;
    },
  };
}

export type Throttle = ReturnType<typeof createThrottle>;
