import { emptyHistogram, latencyClass, percentileMs } from "../../access/usage/latency.ts";
import { toTimestamp } from "../../infra/clock.ts";
import { type Deps, inMemory, type Writing } from "../../infra/deps.ts";
import { type Environment, environments } from "../../infra/environment.ts";
import { hourMs } from "../../infra/units.ts";
import {
  admits,
  type Circuit,
  type CircuitState,
  closedCircuit,
  onAsk,
  onFailure,
  onNothing,
  reopenedCircuit,
  stateAt,
} from "./circuit.ts";
import { type CircuitRow, circuitStore } from "./circuit-store.ts";
import { type CallError, type Hour, isRecent } from "./counts.ts";
import { healthStore } from "./health-store.ts";

/**
 * How carriers answer when Waybill asks them for quotes. Memory holds it, because every ask counts. An open circuit is a
 * row at once, see `failing.ts`; counts and the last error are one within a minute, see `saving.ts`.
 */

/** A carrier's health over the last 24 h. A kill of the server forgets its last minute. */
export interface Health {
  asked: number;
  answered: number;
  /** Of its answers; null without any. */
  p95_ms: number | null;
  circuit: CircuitState;
  last_error: { at: string; message: string } | null;
}

export interface CarrierState {
  circuit: Circuit;
  /** The row as it is stored; undefined without one. */
  saved: CircuitRow | undefined;
  hours: Hour[];
  lastError: CallError | null;
  /** When the first count came that its row does not have; undefined: the row has all. */
  unsavedSince: number | undefined;
}

const statesOf = inMemory(
  (deps) =>
    Object.fromEntries(environments.map((environment) => [environment, load(deps, environment)])) as Record<
      Environment,
      Map<string, CarrierState>
    >,
);

function load(deps: Deps, environment: Environment): Map<string, CarrierState> {
  const { db } = deps.stores.platform(environment);
  const states = new Map<string, CarrierState>();
  for (const { carrierId, hours, lastError } of healthStore(db).list())
    states.set(carrierId, { ...newState(), hours, lastError });
  for (const row of circuitStore(db).list()) {
    const counts = states.get(row.carrierId) ?? newState();
    states.set(row.carrierId, { ...counts, circuit: reopenedCircuit(row.since), saved: row });
  }
  return states;
}

function newState(): CarrierState {
  return { circuit: closedCircuit, saved: undefined, hours: [], lastError: null, unsavedSince: undefined };
}

/** What is known of the carriers that were asked, by id. */
export function carrierStates(deps: Deps, environment: Environment): ReadonlyMap<string, CarrierState> {
  return statesOf(deps)[environment];
}

type CarrierListener = (carrierId: string) => void;
/** `since`: when the first count came that the row does not have. */
type CountListener = (carrierId: string, since: number) => void;
const watchers = inMemory(() => new Map<Environment, CarrierListener>());
const countWatchers = inMemory(() => new Map<Environment, CountListener>());

/** Calls `listener` with each carrier whose circuit its row may not say. */
export function watchCircuits(deps: Deps, environment: Environment, listener: CarrierListener): void {
  watchers(deps).set(environment, listener);
}

/** Calls `listener` with each carrier that has a count which its row does not have. */
export function watchCounts(deps: Deps, environment: Environment, listener: CountListener): void {
  countWatchers(deps).set(environment, listener);
}

function markUnsaved(deps: Deps, environment: Environment, carrierId: string, state: CarrierState): void {
  if (state.unsavedSince !== undefined) return;
  state.unsavedSince = deps.realClock.now();
  countWatchers(deps).get(environment)?.(carrierId, state.unsavedSince);
}

export function notifyCircuitWatcher(deps: Deps, environment: Environment, carrierId: string): void {
  watchers(deps).get(environment)?.(carrierId);
}

function stateOf(deps: Deps, environment: Environment, carrierId: string): CarrierState {
  const states = statesOf(deps)[environment];
  const known = states.get(carrierId);
  if (known) return known;
  const state = newState();
  states.set(carrierId, state);
  return state;
}

export function healthOf(deps: Deps, environment: Environment, carrierId: string): Health {
  const { circuit, hours, lastError } = stateOf(deps, environment, carrierId);
  const now = deps.realClock.now();
  const recent = hours.filter(({ hour }) => isRecent(hour, now));
  const latencies = emptyHistogram();
  for (const hour of recent)
    for (const [index, count] of hour.latencies.entries()) latencies[index] = (latencies[index] ?? 0) + count;
  const isErrorRecent = lastError !== null && isRecent(Math.floor(lastError.at / hourMs), now);
  return {
    asked: recent.reduce((sum, { asked }) => sum + asked, 0),
    answered: recent.reduce((sum, { answered }) => sum + answered, 0),
    p95_ms: percentileMs(latencies, 0.95),
    circuit: stateAt(circuit, now),
    last_error: isErrorRecent ? { at: toTimestamp(lastError.at), message: lastError.message } : null,
  };
}

/** Forgets a deleted carrier: its circuit's row, and what memory holds. */
export function forgetHealth({ deps, environment, tx, afterCommit }: Writing, carrierId: string): void {
  circuitStore(tx).remove(carrierId);
  healthStore(tx).remove(carrierId);
  afterCommit(() => statesOf(deps)[environment].delete(carrierId));
}

/** Whether the carrier's circuit has been open for an hour. */
export function isFailing(deps: Deps, environment: Environment, carrierId: string): boolean {
  return (statesOf(deps)[environment].get(carrierId)?.saved?.failingAt ?? null) !== null;
}

/** Whether the carrier's circuit lets an ask through now. */
export function admitsAsk(deps: Deps, environment: Environment, carrierId: string): boolean {
  const circuit = carrierStates(deps, environment).get(carrierId)?.circuit ?? closedCircuit;
  return admits(circuit, deps.realClock.now());
}

/** The carrier was asked by hand and answered everything: it gets the next request for quotes at once. */
export function closeCircuit(deps: Deps, environment: Environment, carrierId: string): void {
  const state = stateOf(deps, environment, carrierId);
  state.circuit = closedCircuit;
  if (state.saved) notifyCircuitWatcher(deps, environment, carrierId);
}

/** What becomes of an ask; exactly one of these is called, once. */
export interface AskOutcome {
  /** `fault`: what its owner has to fix all the same. */
  answered(fault?: string): void;
  /** `message` is for the carrier's owner. */
  failed(message: string): void;
  /** The carrier refused this request alone. Its owner reads why; the circuit counts it neither way. */
  refused(message: string): void;
  /** It was called off, and shows nothing about the carrier. */
  ended(): void;
}

/** Counts an ask that the circuit admitted. */
export function beginAsk(deps: Deps, environment: Environment, carrierId: string): AskOutcome {
  const state = stateOf(deps, environment, carrierId);
  const wasTry = state.circuit.opened !== null;
  const begunMs = deps.realClock.monotonic();
  const hour = hourOf(state, deps.realClock.now());
  state.circuit = onAsk(state.circuit);
  hour.asked += 1;
  markUnsaved(deps, environment, carrierId, state);
  const noteError = (message: string) => rememberCallError(deps, environment, carrierId, message);
  const tellChange = () => {
    if (state.circuit.opened?.since !== state.saved?.since)
      notifyCircuitWatcher(deps, environment, carrierId);
  };
  return {
    answered(fault) {
      if (fault !== undefined) noteError(fault);
      state.circuit = closedCircuit;
      tellChange();
      hour.answered += 1;
      const latency = latencyClass(deps.realClock.monotonic() - begunMs);
      hour.latencies[latency] = (hour.latencies[latency] ?? 0) + 1;
      markUnsaved(deps, environment, carrierId, state);
    },
    failed(message) {
      state.circuit = onFailure(state.circuit, wasTry, deps.realClock.now());
      noteError(message);
      tellChange();
    },
    refused(message) {
      state.circuit = onNothing(state.circuit, wasTry);
      noteError(message);
    },
    ended() {
      state.circuit = onNothing(state.circuit, wasTry);
    },
  };
}

/** Remembers why a booking, update or cancellation failed, for the carrier's owner. The circuit is for quotes only. */
export function rememberCallError(
  deps: Deps,
  environment: Environment,
  carrierId: string,
  message: string,
): void {
  const state = stateOf(deps, environment, carrierId);
  state.lastError = { at: deps.realClock.now(), message };
  markUnsaved(deps, environment, carrierId, state);
}

function hourOf(state: CarrierState, now: number): Hour {
  const hour = Math.floor(now / hourMs);
  const last = state.hours.at(-1);
  if (last?.hour === hour) return last;
  const next: Hour = { hour, asked: 0, answered: 0, latencies: emptyHistogram() };
  state.hours = [...state.hours.filter((kept) => isRecent(kept.hour, now)), next];
  return next;
}
