import { refuseOverStorage } from "../../access/limits/storage.ts";
import type { DueRows } from "../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { writeOnce } from "../../infra/idempotency/service.ts";
import type { Envelope } from "../../messaging/events/event.ts";
import { appendEvent, getEvent } from "../../messaging/events/service.ts";
import { activeAssignment, findAssignment } from "../assignments/transitions.ts";
import { isSimulated } from "../carriers/simulated/fleet.ts";
import type { DeliveryDeps, DeliveryWriting } from "../deps.ts";
import { openPin } from "../lifecycle/pin.ts";
import { findShipment, requireShipment, viewOf } from "../lifecycle/reading.ts";
import type { Simulation, Status, Substatus } from "../model.ts";
import { applyReport } from "../tracking/updates.ts";
import { reportOf, type Trip } from "./driver.ts";
import { makePhone, type Phone, sendPositions } from "./gps-faults/phone.ts";
import type { Advance, Advanced, MakeEvent } from "./schema.ts";
import { planOf, statesOf, timeOf } from "./simulation.ts";
import { type SimulationRow, simulationStore, simulationsDue } from "./store.ts";

type State = Status | Substatus;

/** Starts a simulated driver, if none has started. */
export function beginSimulation(deps: DeliveryDeps, assignmentId: string): Promise<void> {
  return write(deps, "sandbox", (writing) => {
    const assignment = findAssignment(writing, assignmentId);
    const shipment = assignment && findShipment(writing.tx, assignment.shipmentId);
    if (assignment && shipment?.assignmentId === assignmentId)
      ensureSimulation(writing, { shipment, assignment });
  });
}

export function abandonSimulation(deps: Deps, assignmentId: string): Promise<void> {
  return write(deps, "sandbox", ({ tx }) => simulationStore(tx).remove(assignmentId));
}

/** Assignments whose driver makes a step. */
export const dueSimulations = ({ stores }: Deps): DueRows => simulationsDue(stores.platform("sandbox"));

/** Makes every step that is due by now, including those that a restart missed. */
export function runSimulation(deps: DeliveryDeps, assignmentId: string): Promise<void> {
  return write(deps, "sandbox", (writing) => {
    const row = simulationStore(writing.tx).find(assignmentId);
    const trip = row && tripOf(writing, row);
    if (!row) return;
    if (!trip) return simulationStore(writing.tx).remove(assignmentId);
    const { plan, simulation } = trip;
    let index = row.step;
    for (; index < plan.length; index += 1) {
      const at = timeOf(simulation, row.startedAt, index, plan[index]?.seconds ?? 0);
      if (at === undefined || (simulation.speed !== "instant" && at > writing.now)) break;
      makeStep(writing, trip, index, at);
    }
    saveProgress(writing, trip, { ...row, step: index });
  });
}

/**
 * Makes the next step that changes the shipment's state, or all steps up to `to`. Later steps keep their intervals.
 * @throws AppError `not_found`, `transition_not_allowed`
 */
export function advanceShipment(
  deps: DeliveryDeps,
  caller: Caller,
  shipmentId: string,
  input: Advance,
): Promise<Advanced> {
  return writeOnce(deps, caller, (writing) => {
    const shipment = requireShipment(writing, caller, shipmentId);
    const assignment = activeAssignment(writing, shipment);
    if (!assignment || !isSimulated(assignment.carrier.id))
      throw cannotAdvance(shipment.substatus ?? shipment.status, input?.to, []);
    const row = ensureSimulation(writing, { shipment, assignment });
    const trip = tripOf(writing, row);
    if (!trip) throw cannotAdvance(shipment.status, input?.to, []);

    const upcoming = statesAhead(trip, row.step);
    const to = input?.to;
    const target = upcoming.find((entry) => to === undefined || entry.states.includes(to));
    if (!target) {
      const allowed = upcoming.flatMap((entry) => entry.states);
      throw cannotAdvance(shipment.substatus ?? shipment.status, to, allowed);
    }
    const made: State[] = [];
    for (let index = row.step; index <= target.index; index += 1) {
      const startedAt = anchoredStart(writing.now, trip, index);
      makeStep(writing, { ...trip, startedAt }, index, writing.now);
      if (upcoming.some((entry) => entry.index === index)) made.push(stateOf(writing, shipment));
    }
    saveProgress(writing, trip, {
      ...row,
      step: target.index + 1,
      startedAt: anchoredStart(writing.now, trip, target.index),
    });
    return {
      shipment: viewOf(writing, requireShipment(writing, caller, shipmentId)),
      made,
      next: statesAhead(trip, target.index + 1)
        .slice(0, 1)
        .flatMap((entry) => entry.states.slice(0, 1)),
    };
  });
}

/**
 * Creates an event with the example of its type as data. It is listed, streamed and sent like every other.
 * @throws AppError `storage_quota_exceeded`
 */
export function makeEvent(deps: Deps, caller: Caller, { type }: MakeEvent): Promise<Envelope> {
  return writeOnce(deps, caller, (writing) => {
    refuseOverStorage(writing, caller.accountId);
    const id = appendEvent(writing, {
      type,
      accountId: caller.accountId,
      shipmentId: null,
      sequence: null,
      data: deps.eventDefinition(type).example,
      at: writing.now,
    });
    return getEvent(deps, caller, id);
  });
}

interface PlannedTrip extends Trip {
  simulation: Simulation;
  /** Missing for a phone without faults. */
  phone: Phone | undefined;
}

function ensureSimulation(
  writing: Writing,
  { shipment, assignment }: Pick<Trip, "shipment" | "assignment">,
): SimulationRow {
  const simulations = simulationStore(writing.tx);
  const existing = simulations.find(assignment.id);
  if (existing) return existing;
  const row: SimulationRow = {
    assignmentId: assignment.id,
    shipmentId: shipment.id,
    step: 0,
    startedAt: writing.now,
    dueAt: shipment.simulation?.speed === "manual" ? null : writing.now,
  };
  simulations.insert(row);
  return row;
}

/** The trip of a row; undefined if the shipment has another assignment by now. */
function tripOf(writing: Writing, row: SimulationRow): PlannedTrip | undefined {
  const shipment = findShipment(writing.tx, row.shipmentId);
  const assignment = shipment && activeAssignment(writing, shipment);
  if (!shipment?.simulation || assignment?.id !== row.assignmentId) return undefined;
  const trip = {
    shipment,
    assignment,
    pin: openPin(writing.deps.vault, shipment),
    startedAt: row.startedAt,
    simulation: shipment.simulation,
    plan: planOf(shipment.simulation.outcome, assignment.attempt, shipment.ifUndeliverable),
  };
  return { ...trip, phone: makePhone(trip) };
}

function makeStep(writing: DeliveryWriting, trip: PlannedTrip, index: number, at: number): void {
  const step = trip.plan[index];
  if (trip.phone && step?.act.kind === "position")
    return sendPositions(writing, trip, { phone: trip.phone, index, at });
  const update = step && reportOf(trip, step.act, index);
  if (update) {
    applyReport(writing, trip.shipment.id, {
      assignmentId: trip.assignment.id,
      by: "simulator",
      at,
      update,
    });
  }
}

/** Stores the progress and the time of the next step. A finished trip leaves no row. */
function saveProgress(writing: Writing, trip: PlannedTrip, row: SimulationRow): void {
  const simulations = simulationStore(writing.tx);
  const next = trip.plan[row.step];
  const over =
    activeAssignment(writing, findShipment(writing.tx, row.shipmentId) ?? trip.shipment) === undefined;
  if (!next || over) return simulations.remove(row.assignmentId);
  const dueAt = timeOf(trip.simulation, row.startedAt, row.step, next.seconds) ?? null;
  simulations.update({ ...row, dueAt });
}

function stateOf(writing: Writing, before: Trip["shipment"]): State {
  const { status, substatus } = findShipment(writing.tx, before.id) ?? before;
  return substatus ?? status;
}

function statesAhead(trip: PlannedTrip, from: number): { index: number; states: State[] }[] {
  return trip.plan
    .map((step, index) => ({ index, states: statesOf(step.act, trip.shipment.ifUndeliverable) }))
    .filter((entry) => entry.index >= from && entry.states.length > 0);
}

/** The start time that makes this step due now. */
function anchoredStart(now: number, { simulation, plan }: PlannedTrip, index: number): number {
  const seconds = plan[index]?.seconds ?? 0;
  // A manual step has no time of its own, so an estimate counts as at normal speed.
  return now - (timeOf(simulation, 0, index, seconds) ?? seconds * 1000);
}

function cannotAdvance(from: State, to: State | undefined, allowed: State[]): AppError {
  return new AppError("transition_not_allowed", {
    detail:
      allowed.length === 0
        ? "No simulated driver is assigned. Accept an offer first; finished shipments cannot be advanced."
        : "The shipment cannot reach that state from its current one. `allowed` lists the states it can reach.",
    members: { from, to: to ?? null, allowed },
  });
}
