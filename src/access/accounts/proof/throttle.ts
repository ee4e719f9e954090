import { AppError } from "../../../infra/errors.ts";
import type { Network } from "../../../infra/net/network.ts";
import { hourMs, minuteMs } from "../../../infra/units.ts";
import { dropOldest } from "../../limits/levels.ts";
import { retryAfter } from "../../limits/limiter.ts";

/** Failed sign-ins before waiting begins, and how the wait grows. */
const freeFailures = 5;
const firstWaitMs = 1_000;
const waitMaxMs = 15 * minuteMs;
/** After each such period without a failure, one failure is forgotten; after an hour, all of them. */
const decayMs = waitMaxMs;
const forgetMs = hourMs;
const entriesMax = 20_000;

/** The error for a retry that comes too soon. */
export function throttledError(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000);
  return new AppError("sign_in_throttled", {
    detail: `Wait ${seconds} ${seconds === 1 ? "second" : "seconds"}, then try again.`,
    headers: retryAfter(waitMs),
  });
}

interface Entry {
  failures: number;
  failedAt: number;
  /** Attempts without an outcome yet. They count as failed, so that parallel attempts gain nothing. */
  open: number;
  openedAt: number;
}

/** Whose password is tried, and from where. No networks if a signed-in user enters the password again. */
export interface Attempt {
  owner: string;
  /** Narrowest first; none if many users share one address. */
  networks?: readonly Network[];
  /** Whether the owner has signed in from this network before. */
  isFamiliar?: boolean;
}

/** A counter for an attempt, and how many failures it allows before waiting begins. */
interface Counter {
  key: string;
  freeFailures: number;
}

/** "unchecked": something else was in the way, and nothing was learned of the password. */
export type Outcome = "right" | "wrong" | "unchecked";

/**
 * Slows down guessing per user and per network: after five failures, each one doubles the wait. A user's familiar
 * networks count apart from all others, so that strangers cannot lock the user out there. Wider networks may fail more
 * often, because more users share them.
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

  /** Forgives the owner's failures only. Otherwise a guesser could reset a network by signing in to an own account. */
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
    /** Milliseconds until the next attempt is allowed. */
    waitMs: (attempt: Attempt, now: number): number =>
      Math.max(0, ...countersOf(attempt).map((counter) => waitFor(counter, now))),

    /** Starts an attempt. @returns how to report its outcome; a right password forgives the owner's failures */
    begin(attempt: Attempt, now: number): (outcome: Outcome, at: number) => void {
      const keys = countersOf(attempt).map(({ key }) => key);
      for (const key of keys) open(key, now);
      // Entries are in order of last use.
      dropOldest(entries, entriesMax);
      return (outcome, at) => {
        for (const key of keys) close(key, outcome === "wrong", at);
        if (outcome === "right") forgive(attempt, at);
      };
    },
  };
}

/** The owner's counter, the owner's failures on that network (these never wait), and one for each network. */
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
