import { systemClock, threadCpuMs } from "../clock.ts";

/**
 * Who holds the thread, and for how long. A turn of the event loop is measured from the first `holdThread` in it to its
 * end. Each further call begins the stretch of another holder. It costs about a microsecond a turn, so it is always on.
 */

/** A request, a task of a job, a write: whatever runs on the thread. Two with the same name are two stretches. */
export interface Holder {
  /** The id of an operation, or the name of a job. */
  readonly name: string;
}

/** A time without a turn for anybody else, in ms. */
export interface Stretch {
  readonly name: string;
  /** By the clock: with what the thread waited for, such as a page of a database. */
  readonly heldMs: number;
  /** Processor time of the thread. */
  readonly cpuMs: number;
}

/** Shorter ones are not kept by name. */
const keptFromMs = 1;

let holder: Holder | undefined;
let turnBeganMs = 0;
let stretchBeganMs = 0;
let stretchBeganCpuMs = 0;
let longestLately: Stretch | undefined;
const longestByName = new Map<string, Stretch>();
const listeners = new Set<(turnMs: number) => void>();

/** Says that `who` runs from here on, until the turn ends or another one says so. Undefined changes nothing. */
export function holdThread(who: Holder | undefined): void {
  if (who === undefined || who === holder) return;
  const ms = systemClock.monotonic();
  const cpuMs = threadCpuMs();
  if (holder === undefined) {
    turnBeganMs = ms;
    setImmediate(endTurn);
  } else keep(holder, ms, cpuMs);
  holder = who;
  stretchBeganMs = ms;
  stretchBeganCpuMs = cpuMs;
}

/** Who runs; undefined where nobody said so in this turn. For work that goes on in a later turn. */
export function holderNow(): Holder | undefined {
  return holder;
}

/** What runs now goes on when `work` has ended, however it ends. */
export async function holdingAfter<T>(work: Promise<T>): Promise<T> {
  const who = holder;
  try {
    return await work;
  } finally {
    holdThread(who);
  }
}

/** Calls `listener` at the end of each measured turn. Returns how to unsubscribe. */
export function onTurn(listener: (turnMs: number) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The longest stretch of each name since the process began, by processor time. */
export function longestStretches(): readonly Stretch[] {
  return [...longestByName.values()];
}

/** The longest stretch since the last call, by processor time. */
export function takeLongest(): Stretch | undefined {
  const longest = longestLately;
  longestLately = undefined;
  return longest;
}

function endTurn(): void {
  if (holder === undefined) return;
  const ms = systemClock.monotonic();
  keep(holder, ms, threadCpuMs());
  holder = undefined;
  for (const listener of listeners) listener(ms - turnBeganMs);
}

function keep({ name }: Holder, ms: number, cpuMs: number): void {
  const stretch = { name, heldMs: ms - stretchBeganMs, cpuMs: cpuMs - stretchBeganCpuMs };
  if (stretch.cpuMs > (longestLately?.cpuMs ?? 0)) longestLately = stretch;
  if (stretch.cpuMs < keptFromMs) return;
  if (stretch.cpuMs > (longestByName.get(name)?.cpuMs ?? 0)) longestByName.set(name, stretch);
}
