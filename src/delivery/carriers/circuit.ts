/**
 * The circuit of a carrier, for quoting only. Failures in a row open it; then Waybill leaves the carrier alone for a
 * while, and lets one ask through to see whether it answers again. Contract for live deliveries, §2.
 */

/** Failures in a row that open a circuit. */
const failuresMax = 5;
const firstWaitMs = 30_000;
/** Each failure after a wait doubles it, up to here. */
const waitMaxMs = 600_000;

export const circuitStates = ["closed", "open", "half_open"] as const;
export type CircuitState = (typeof circuitStates)[number];

export interface Circuit {
  /** Failures since the last answer. */
  readonly failures: number;
  /** Null while the carrier may be asked freely. */
  readonly opened: Opened | null;
}

interface Opened {
  /** When the circuit opened; failures after a wait do not change it. */
  readonly since: number;
  readonly waitMs: number;
  /** From then on one ask may go through. */
  readonly retryAt: number;
  /** Whether that ask is on its way. */
  readonly isTrying: boolean;
}

export const closedCircuit: Circuit = { failures: 0, opened: null };

/** A circuit that a restart finds open: one ask may go through at once. */
export function reopenedCircuit(since: number): Circuit {
  const opened = { since, waitMs: firstWaitMs, retryAt: Number.NEGATIVE_INFINITY, isTrying: false };
  return { failures: failuresMax, opened };
}

/** Whether an ask may go through now. */
export function admits({ opened }: Circuit, now: number): boolean {
  return opened === null || (isWaitOver(opened, now) && !opened.isTrying);
}

/** Also when the end of the wait is further away than the wait is long: then the clock was set back. */
function isWaitOver({ retryAt, waitMs }: Opened, now: number): boolean {
  return now >= retryAt || now < retryAt - waitMs;
}

/** The circuit while an admitted ask is on its way: an open one lets no other through. */
export function onAsk({ failures, opened }: Circuit): Circuit {
  return { failures, opened: opened && { ...opened, isTrying: true } };
}

/**
 * The circuit after the ask failed. `wasTry`: the ask was the one that an open circuit let through. Others were on
 * their way when the circuit opened, and do not make the wait longer.
 */
export function onFailure({ failures, opened }: Circuit, wasTry: boolean, now: number): Circuit {
  const count = failures + 1;
  if (opened === null) {
    if (count < failuresMax) return { failures: count, opened: null };
    return { failures: count, opened: waiting(now, firstWaitMs, now) };
  }
  if (!wasTry) return { failures: count, opened };
  return { failures: count, opened: waiting(opened.since, Math.min(opened.waitMs * 2, waitMaxMs), now) };
}

/** The circuit after an ask that shows neither: it was called off, or the carrier refused this request. */
export function onNothing(circuit: Circuit, wasTry: boolean): Circuit {
  const { failures, opened } = circuit;
  return opened && wasTry ? { failures, opened: { ...opened, isTrying: false } } : circuit;
}

export function stateAt({ opened }: Circuit, now: number): CircuitState {
  if (opened === null) return "closed";
  return opened.isTrying || isWaitOver(opened, now) ? "half_open" : "open";
}

function waiting(since: number, waitMs: number, now: number): Opened {
  return { since, waitMs, retryAt: now + waitMs, isTrying: false };
}
