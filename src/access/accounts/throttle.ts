import { hourMs, minuteMs } from "../../infra/durations.ts";
import { AppError } from "../../infra/errors.ts";
import type { Network } from "../../infra/net/network.ts";

/** Failed sign-ins allowed before waiting begins, and how the wait grows. */
const freeFailures = 5;
const firstWaitMs = 1_000;
const waitMaxMs = 15 * minuteMs;
/** One failure is forgotten for each of these without another, and all of them after an hour. */
const decayMs = waitMaxMs;
const forgetMs = hourMs;
const entriesMax = 20_000;

/** What somebody is told who tries again too soon. */
export function tooSoon(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000);
  return new AppError("sign_in_throttled", {
    detail: `Wait ${seconds} ${seconds === 1 ? "second" : "seconds"}, then try again.`,
    headers: { "retry-after": String(seconds) },
  });
}

interface Entry {
  failures: number;
  failedAt: number;
  /** Attempts whose outcome is not known yet: they count as failed, so that many at once gain nothing. */
  open: number;
  openedAt: number;
}

/** Whose password is tried, and from where; no networks where that person is signed in and gives it again. */
export interface Attempt {
  owner: string;
  /** The narrowest first; none where many people come from one address. */
  networks?: readonly Network[];
  /** Whether the owner has signed in from there before. */
  isFamiliar?: boolean;
}

/** Something that is counted for an attempt, and how often it may fail before waiting begins. */
interface Counter {
  key: string;
  freeFailures: number;
}

/** "unjudged": something else was in the way, and nothing was learned of the password. */
export type Outcome = "right" | "wrong" | "unjudged";

/**
 * Slows guessing down per user and per network: after five failures each one doubles the wait. Networks that a user
 * has signed in from are counted apart from all others, so that strangers do not lock the user out of them. Wider
 * networks may fail more often, as more people share them.
 */
export function createThrottle() {
  const entries = new Map<string, Entry>();

  function entryOf(key: string, now: number): Entry | undefined {
    const entry = entries.get(key);
    if (!entry || entry.open > 0 || now - entry.failedAt <= forgetMs) return entry;
    entries.delete(key);
    return undefined;
  }

  function waitFor({ key, freeFailures }: Counter, now: number): number {
    const entry = entryOf(key, now);
    if (!entry) return 0;
    const failures = remaining(entry, now) + entry.open;
    if (failures < freeFailures) return 0;
    const wait = Math.min(waitMaxMs, firstWaitMs * 2 ** (failures - freeFailures));
    return (entry.open > 0 ? entry.openedAt : entry.failedAt) + wait - now;
  }

  /** The owner's own failures; of its networks' only those, or a guesser's own account would make up for the rest. */
  function forgive(attempt: Attempt, now: number): void {
    const [own, mistakes, ...networks] = countersOf(attempt);
    const made = entryOf(mistakes.key, now);
    const forgiven = made ? remaining(made, now) : 0;
    take(own.key, Number.POSITIVE_INFINITY);
    take(mistakes.key, Number.POSITIVE_INFINITY);
    for (const { key } of networks) take(key, forgiven);
  }

  function take(key: string, failures: number): void {
    const entry = entries.get(key);
    if (!entry) return;
    entry.failures = Math.max(0, entry.failures - failures);
    if (entry.open === 0 && entry.failures === 0) entries.delete(key);
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
      Math.max(0, ...countersOf(attempt).map((counter) => waitFor(counter, now))),

    /** An attempt begins. @returns what tells how it turned out: a right one has its owner's failures forgiven. */
    begin(attempt: Attempt, now: number): (outcome: Outcome, at: number) => void {
      const keys = countersOf(attempt).map(({ key }) => key);
      for (const key of keys) open(key, now);
      dropOldest(entries);
      return (outcome, at) => {
        for (const key of keys) close(key, outcome === "wrong", at);
        if (outcome === "right") forgive(attempt, at);
      };
    },
  };
}

/** The owner's, the owner's mistakes on that network, which never wait, and one for each network. */
function countersOf({ owner, networks, isFamiliar }: Attempt): [Counter, Counter, ...Counter[]] {
  const [nearest] = networks ?? [];
  const pair = `${nearest?.name ?? ""} ${owner}`;
  const own =
    networks === undefined ? `signed in ${owner}` : isFamiliar ? `familiar ${pair}` : `owner ${owner}`;
  return [
    { key: own, freeFailures },
    { key: `mistakes ${pair}`, freeFailures: Number.POSITIVE_INFINITY },
    ...(networks ?? []).map(({ name, allowance }) => ({
      key: `network ${name}`,
      freeFailures: freeFailures * allowance,
    })),
  ];
}

function remaining({ failures, failedAt }: Entry, now: number): number {
  return Math.max(0, failures - Math.floor(Math.max(0, now - failedAt) / decayMs));
}

/** They stand in the order in which they were used. */
function dropOldest(kept: Map<string, unknown>): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= entriesMax) return;
    kept.delete(oldest);
  }
}
