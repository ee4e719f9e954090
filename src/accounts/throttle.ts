import ipaddr from "ipaddr.js";
import { hourMs, minuteMs } from "../durations.ts";
import { AppError } from "../errors.ts";

/** Failed sign-ins allowed before waiting begins, and how the wait grows. */
const freeFailures = 5;
const firstWaitMs = 1_000;
const waitMaxMs = 15 * minuteMs;
/** One failure is forgotten for each of these without another, and all of them after an hour. */
const decayMs = waitMaxMs;
const forgetMs = hourMs;
const entriesMax = 10_000;

/** What somebody is told who tries again too soon. */
export function tooSoon(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000);
  return new AppError("sign_in_throttled", {
    detail: `Wait ${seconds} ${seconds === 1 ? "second" : "seconds"}, then try again.`,
    headers: { "retry-after": String(seconds) },
  });
}

/** Whoever has an IPv6 address has its whole /64; one that stands for an IPv4 address is that. */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const ip = ipaddr.IPv6.parse(address);
  return ip.isIPv4MappedAddress() ? ip.toIPv4Address().toString() : ip.parts.slice(0, 4).join(":");
}

interface Entry {
  failures: number;
  failedAt: number;
  /** Attempts whose outcome is not known yet: they count as failed, so that many at once gain nothing. */
  open: number;
  openedAt: number;
}

/** Whose password is tried, and from where; no network where that person is signed in and gives it again. */
export interface Attempt {
  owner: string;
  network?: string;
}

/** "unjudged": something else was in the way, and nothing was learnt of the password. */
export type Outcome = "right" | "wrong" | "unjudged";

/**
 * Slows guessing down per user and per network: after five failures each one doubles the wait. Networks that a user
 * has signed in from are counted apart from all others, so that strangers do not lock the user out of them.
 */
export function createThrottle() {
  const entries = new Map<string, Entry>();
  const familiar = new Set<string>();

  function keysOf({ owner, network }: Attempt): string[] {
    if (network === undefined) return [`signed in ${owner}`];
    const pair = pairOf(owner, network);
    return [familiar.has(pair) ? pair : `owner ${owner}`, `network ${network}`];
  }

  function entryOf(key: string, now: number): Entry | undefined {
    const entry = entries.get(key);
    if (!entry || entry.open > 0 || now - entry.failedAt <= forgetMs) return entry;
    entries.delete(key);
    return undefined;
  }

  function waitFor(key: string, now: number): number {
    const entry = entryOf(key, now);
    if (!entry) return 0;
    const failures = remaining(entry, now) + entry.open;
    if (failures < freeFailures) return 0;
    const wait = Math.min(waitMaxMs, firstWaitMs * 2 ** (failures - freeFailures));
    return (entry.open > 0 ? entry.openedAt : entry.failedAt) + wait - now;
  }

  function forgive(attempt: Attempt): void {
    const [ownKey = ""] = keysOf(attempt);
    const entry = entries.get(ownKey);
    if (entry) entry.failures = 0;
    if (entry?.open === 0) entries.delete(ownKey);
    if (attempt.network === undefined) return;
    const pair = pairOf(attempt.owner, attempt.network);
    familiar.delete(pair);
    familiar.add(pair);
    dropOldest(familiar);
  }

  function open(key: string, now: number): void {
    const entry = entryOf(key, now) ?? { failures: 0, failedAt: now, open: 0 };
    entries.delete(key);
    entries.set(key, { ...entry, open: entry.open + 1, openedAt: now });
  }

  function close(key: string, isWrong: boolean, now: number): void {
    const entry = entries.get(key);
    if (!entry) return;
    if (isWrong) Object.assign(entry, { failures: remaining(entry, now) + 1, failedAt: now });
    entry.open -= 1;
    if (entry.open === 0 && entry.failures === 0) entries.delete(key);
  }

  return {
    /** How long the next attempt has to wait, in ms. */
    waitMs: (attempt: Attempt, now: number): number =>
      Math.max(0, ...keysOf(attempt).map((key) => waitFor(key, now))),

    /** An attempt begins. @returns what tells how it turned out: a right one is forgiven its owner's failures. */
    begin(attempt: Attempt, now: number): (outcome: Outcome, at: number) => void {
      const keys = keysOf(attempt);
      for (const key of keys) open(key, now);
      dropOldest(entries);
      return (outcome, at) => {
        for (const key of keys) close(key, outcome === "wrong", at);
        if (outcome === "right") forgive(attempt);
      };
    },
  };
}

function pairOf(owner: string, network: string): string {
  return `familiar ${network} ${owner}`;
}

function remaining({ failures, failedAt }: Entry, now: number): number {
  return Math.max(0, failures - Math.floor(Math.max(0, now - failedAt) / decayMs));
}

/** They stand in the order in which they were used. */
function dropOldest(kept: Map<string, unknown> | Set<string>): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= entriesMax) return;
    kept.delete(oldest);
  }
}
