import { toTimestamp } from "../../infra/clock.ts";
import { type Deps, type Writing, write } from "../../infra/deps.ts";
import { hourMs } from "../../infra/durations.ts";
import type { Environment } from "../../infra/environment.ts";
import { appendEvent } from "../../messaging/events/service.ts";
import { closedCircuit } from "./circuit.ts";
import { type CircuitRow, circuitStore } from "./circuit-store.ts";
import { type CarrierState, carrierStates } from "./health.ts";
import { type CarrierRow, carrierStore } from "./store.ts";

/**
 * Carriers whose circuit stays open. A row keeps since when, so a restart does not forget it, and whether the owner
 * heard of it, so each event comes once. An installation's carrier belongs to no account: its status alone tells the
 * operator.
 */

/** A carrier is `failing` when its circuit has been open for this long. */
const failingAfterMs = hourMs;

/** Carriers whose row does not say yet what memory says. */
export function unrecordedCircuits(deps: Deps, environment: Environment, now: number): string[] {
  return [...carrierStates(deps, environment)]
    .filter(([, state]) => isUnrecorded(state, now))
    .map(([id]) => id);
}

/** When the next carrier becomes `failing`, unless it answers before. */
export function nextFailure(deps: Deps, environment: Environment): number | undefined {
  const times = [...carrierStates(deps, environment).values()].flatMap(({ circuit, saved }) =>
    circuit.opened && (saved?.failingAt ?? null) === null ? [circuit.opened.since + failingAfterMs] : [],
  );
  return times.length === 0 ? undefined : Math.min(...times);
}

function isUnrecorded({ circuit: { opened }, saved }: CarrierState, now: number): boolean {
  if (opened === null) return saved !== undefined;
  return saved?.since !== opened.since || (saved.failingAt === null && isOverdue(opened.since, now));
}

function isOverdue(since: number, now: number): boolean {
  return now >= since + failingAfterMs;
}

/** Brings a carrier's row in line with its circuit, with the event that follows. */
export async function recordCircuit(deps: Deps, environment: Environment, carrierId: string): Promise<void> {
  const state = carrierStates(deps, environment).get(carrierId);
  if (state) state.saved = await write(deps, environment, (writing) => record(writing, carrierId, state));
}

function record(writing: Writing, carrierId: string, state: CarrierState): CircuitRow | undefined {
  const { tx, now } = writing;
  const { saved } = state;
  const carrier = carrierStore(tx).find(carrierId);
  // A carrier that is not asked any more starts again with a closed circuit, and has not recovered.
  const isAsked = carrier === undefined || (carrier.deletedAt === null && carrier.status === "active");
  if (!isAsked) state.circuit = closedCircuit;
  const { opened } = state.circuit;
  const isOver = saved !== undefined && saved.since !== opened?.since;
  if (isOver && isAsked && saved.failingAt !== null)
    tellOwner(writing, "carrier.recovered", carrier, saved.since);
  if (opened === null) {
    circuitStore(tx).remove(carrierId);
    return undefined;
  }
  const failingAt = isOver ? null : (saved?.failingAt ?? null);
  const becomesFailing = failingAt === null && isOverdue(opened.since, now);
  if (becomesFailing) tellOwner(writing, "carrier.failing", carrier, opened.since);
  const row = { carrierId, since: opened.since, failingAt: becomesFailing ? now : failingAt };
  circuitStore(tx).save(row);
  return row;
}

function tellOwner(
  writing: Writing,
  type: "carrier.failing" | "carrier.recovered",
  carrier: CarrierRow | undefined,
  since: number,
): void {
  const accountId = carrier?.accountId ?? null;
  if (!carrier || accountId === null) return;
  const { id, code, name } = carrier;
  appendEvent(writing, {
    type,
    accountId,
    shipmentId: null,
    sequence: null,
    data: { carrier: { id, code, name }, since: toTimestamp(since) },
    at: writing.now,
  });
}
