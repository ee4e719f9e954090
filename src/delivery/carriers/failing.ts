import { toTimestamp } from "../../infra/clock.ts";
import type { DueRow, DueRows } from "../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { hourMs } from "../../infra/units.ts";
import { appendEvent } from "../../messaging/events/service.ts";
import { closedCircuit } from "./circuit.ts";
import { type CircuitRow, circuitStore } from "./circuit-store.ts";
import { type CarrierState, carrierStates, notifyCircuitWatcher, watchCircuits } from "./health.ts";
import { type CarrierRow, carrierStore } from "./store.ts";

/**
 * Carriers whose circuit stays open. A row keeps since when, so a restart does not forget it, and whether the owner
 * heard of it, so each event comes once. An installation's carrier belongs to no account: its status alone tells the
 * operator.
 */

/** A carrier is `failing` when its circuit has been open for this long. */
const failingAfterMs = hourMs;

/** Carriers whose row does not say yet what memory says, or will not when they become `failing`. */
export function unrecordedCircuits(deps: Deps, environment: Environment): DueRows {
  return {
    read: (from, limit) =>
      [...carrierStates(deps, environment)]
        .flatMap(([id, state]) => unrecorded(id, state))
        .filter(({ at }) => at >= from)
        .sort((a, b) => a.at - b.at)
        .slice(0, limit),
    watch: (listener) => watchCircuits(deps, environment, (id) => listener(id, Number.NEGATIVE_INFINITY)),
    isEmpty: deps.stores.platform(environment).isUntouched,
    synced: deps.stores.platform(environment).synced,
  };
}

function unrecorded(id: string, { circuit: { opened }, saved }: CarrierState): DueRow[] {
  if (opened === null) return saved === undefined ? [] : [{ id, at: saved.since }];
  if (saved?.since !== opened.since) return [{ id, at: opened.since }];
  return saved.failingAt === null ? [{ id, at: opened.since + failingAfterMs }] : [];
}

function isOverdue(since: number, now: number): boolean {
  return now >= since + failingAfterMs;
}

/** Brings a carrier's row in line with its circuit, with the event that follows. */
export async function recordCircuit(deps: Deps, environment: Environment, carrierId: string): Promise<void> {
  const state = carrierStates(deps, environment).get(carrierId);
  if (!state) return;
  state.saved = await write(deps, environment, (writing) => record(writing, carrierId, state));
  notifyCircuitWatcher(deps, environment, carrierId);
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
