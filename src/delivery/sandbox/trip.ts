import type { Db, Tx } from "../../infra/db/store.ts";
import { type Deps, inMemory } from "../../infra/deps.ts";
import { pointOf } from "../../infra/geography/coordinates.ts";
import { planOf, type Step } from "../lifecycle/simulation/plan.ts";
import { isActive } from "../lifecycle/state/assignment.ts";
import { openPin } from "../lifecycle/state/pin.ts";
import { findAssignmentRow, findShipment } from "../lifecycle/state/reading.ts";
import { scriptOf } from "../model/script/named.ts";
import type { Script } from "../model/script/schema.ts";
import { type Simulation, scripted } from "../model/script/simulation.ts";
import { routesOf, type Trip } from "./driver.ts";
import { makePhone, type Phone } from "./gps-faults/phone.ts";
import { createRecentCache } from "./recent.ts";
import { type SimulationRow, simulationStore } from "./store.ts";

/** What a simulated driver has before them. Plans and phones of long scripts are costly, and stay in memory. */

export interface PlannedTrip extends Trip {
  simulation: Simulation;
  /** Missing for a phone without faults, where the script gives no positions of its own. */
  phone: Phone | undefined;
}

type Subject = Pick<PlannedTrip, "shipment" | "assignment" | "simulation">;
type Prepared = Pick<PlannedTrip, "plan" | "phone">;

/** Of plans and phones together. A position takes a few hundred bytes. */
const positionsMax = 100_000;
const preparedOf = inMemory(() => createRecentCache<Prepared>(positionsMax, sizeOf));

function sizeOf({ plan, phone }: Prepared): number {
  return [...(phone?.values() ?? [])].reduce((sum, { length }) => sum + length, plan.length);
}

/** Plans the trip of an assignment before the transaction that makes its steps, where all others would wait. */
export function prepareTrip(deps: Deps, assignmentId: string): void {
  const { db } = deps.stores.platform("sandbox");
  const row = simulationStore(db).find(assignmentId);
  if (row) tripOf(deps, db, row);
}

/** The trip of a row; undefined if its driver reports no more. */
export function tripOf(deps: Deps, db: Db | Tx, row: SimulationRow): PlannedTrip | undefined {
  const subject = subjectOf(db, row);
  if (!subject) return undefined;
  const { shipment, assignment, simulation } = subject;
  const script = scriptOf(simulation);
  const { startedAt } = row;
  const { pickup, delivery, ifUndeliverable } = shipment;
  const ends = [pickup, delivery].map(({ address }) => pointOf(address));
  // Steps with a time of their own are so long after the start.
  const start = givesTimes(script) ? startedAt : 0;
  // Shipments of a stage that is made anew from its seed have the ids of those before: an id would not do.
  const key = JSON.stringify([
    simulation,
    assignment.attempt,
    assignment.carrier.code,
    ends,
    ifUndeliverable,
    start,
  ]);
  const pin = openPin(deps.vault, shipment);
  const trip = { ...subject, pin, startedAt, routes: routesOf(deps) };
  const prepared = preparedOf(deps).take(key, () => {
    const plan: readonly Step[] = planOf(script, assignment.attempt, ifUndeliverable);
    return { plan, phone: makePhone({ ...trip, plan }) };
  });
  return { ...trip, ...prepared };
}

function givesTimes({ steps = [], attempts = [] }: Script): boolean {
  return [steps, ...attempts].some((list) => list.some(({ at }) => at !== undefined));
}

/** Scripted carriers may report after the end that they made, as real ones do. What the caller ended is over. */
function subjectOf(db: Db | Tx, row: SimulationRow): Subject | undefined {
  const shipment = findShipment(db, row.shipmentId);
  const assignment = findAssignmentRow(db, row.assignmentId);
  const simulation = shipment?.simulation;
  if (!shipment || !simulation || !assignment) return undefined;
  const isEndedByCaller = assignment.status === "released" || shipment.status === "cancelled";
  const isOn = isActive(assignment.status)
    ? shipment.assignmentId === assignment.id
    : simulation.outcome === scripted && !isEndedByCaller && shipment.redactedAt === null;
  return isOn ? { shipment, assignment, simulation } : undefined;
}

export function isReporting({ tx }: { tx: Tx }, row: SimulationRow): boolean {
  return subjectOf(tx, row) !== undefined;
}

/** Whether a script goes on after the end that it made. */
export function reportsAfterEnd({ tx }: { tx: Tx }, row: SimulationRow): boolean {
  const subject = subjectOf(tx, row);
  return subject !== undefined && !isActive(subject.assignment.status);
}
