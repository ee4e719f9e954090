import { systemClock, toTimestamp } from "../../infra/clock.ts";
import { dayMs } from "../../infra/units.ts";

/** The time of what the page shows. A sandbox can have a clock of its own; each of its responses tells it in a header. */

/** Responses of a clock that goes on differ by as much as they take. */
const unsteadyMs = 5_000;

export interface SandboxClock {
  /** When it stands still, else null. */
  readonly frozenAt: number | null;
  /** How far it is ahead of this browser's clock. */
  readonly aheadMs: number;
}

let told: SandboxClock | null = null;
const listeners = new Set<() => void>();

/** Reads a response of an environment. Without the header its clock is the real one. */
export function rememberClock({ headers }: Response): void {
  const [at, frozen] = headers.get("x-waybill-clock")?.split("; ") ?? [];
  const now = at === undefined ? undefined : Date.parse(at);
  const next = now === undefined ? null : { frozenAt: frozen ? now : null, aheadMs: now - systemClock.now() };
  if (isSame(told, next)) return;
  told = next;
  for (const listener of listeners) listener();
}

function isSame(one: SandboxClock | null, other: SandboxClock | null): boolean {
  if (one === null || other === null) return one === other;
  if (one.frozenAt !== other.frozenAt) return false;
  return one.frozenAt !== null || Math.abs(one.aheadMs - other.aheadMs) < unsteadyMs;
}

export function pageNow(): number {
  return told?.frozenAt ?? systemClock.now() + (told?.aheadMs ?? 0);
}

/** Calls back when the clock was set; returns a function that unsubscribes. */
export function onClockChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The sandbox's own clock; null where the time is the real one. */
export function sandboxClock(): SandboxClock | null {
  return told;
}

const dayLength = "2026-01-31".length;

/** The first of the last days, today included; the API counts days in UTC. */
export function firstOfLast(days: number): string {
  return toTimestamp(pageNow() - (days - 1) * dayMs).slice(0, dayLength);
}
