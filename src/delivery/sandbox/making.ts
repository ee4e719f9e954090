import type { Writing } from "../../infra/deps.ts";
import { AppError, type ErrorCode } from "../../infra/errors.ts";
import type { DeliveryWriting } from "../carriers/deps.ts";
import { applyPositions, applyReport } from "../lifecycle/reporting.ts";
import { lasting, stepTime } from "../lifecycle/simulation/simulation.ts";
import { recordEntry } from "../lifecycle/state/change.ts";
import { findShipment } from "../lifecycle/state/reading.ts";
import type { ReportedPosition } from "../lifecycle/tracking/positions.ts";
import { lateReportCode, refusedStepCode } from "../lifecycle/tracking/tracking.ts";
import { scripted } from "../model/script/simulation.ts";
import { reportOf, type Trip } from "./driver.ts";
import { sendPositions } from "./gps-faults/phone.ts";
import type { IdleStep } from "./schema.ts";
import { type SimulationRow, simulationStore } from "./store.ts";
import { isReporting, type PlannedTrip } from "./trip.ts";

/** Makes the steps of simulated drivers, each a carrier's report. */

/** What Waybill refuses a report with, before it wrote anything but a count of wrong PINs. */
const refusals: readonly ErrorCode[] = [
  "proof_required",
  "pin_wrong",
  "pin_locked",
  "cancellation_not_pending",
];

export function ensureSimulation(
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

/**
 * Makes the steps from `from` on that are due, at most up to `end`. Positions that follow each other are written together:
 * an instant trip has twenty of them. @returns the step that comes next
 */
export function makeDueSteps(writing: DeliveryWriting, trip: PlannedTrip, from: number, end: number): number {
  const positions: ReportedPosition[] = [];
  const sendTogether = () => {
    const [first, ...others] = positions.splice(0);
    const { shipment, assignment } = trip;
    const source = { assignmentId: assignment.id, by: "simulator" } as const;
    if (first) applyPositions(writing, shipment.id, source, [first, ...others]);
  };
  let index = from;
  for (; index < end; index += 1) {
    const at = timeOfStep(trip, index);
    if (at === undefined || (trip.simulation.speed !== "instant" && at > writing.now)) break;
    const position = positionOf(trip, index, at);
    if (position) positions.push(position);
    else {
      sendTogether();
      makeStep(writing, trip, index, at);
    }
  }
  sendTogether();
  return index;
}

/** Of a ride; undefined for other steps, and where the phone has faults or positions of the script's own. */
function positionOf(trip: PlannedTrip, index: number, at: number): ReportedPosition | undefined {
  if (trip.phone || trip.plan[index]?.act.kind !== "position") return undefined;
  const update = reportOf(trip, index);
  return update?.kind === "position" ? { ...update, at } : undefined;
}

/**
 * Reports what happens at a step.
 * @returns why it changed nothing. The timeline tells of reports that Waybill refused
 * @throws AppError `proof_required` for a script that the caller did not write
 */
export function makeStep(
  writing: DeliveryWriting,
  trip: PlannedTrip,
  index: number,
  at: number,
): IdleStep | undefined {
  const { shipment, assignment, simulation } = trip;
  const step = trip.plan[index];
  const update = reportOf(trip, index);
  if (!step || !update) return undefined;
  const ago = lasting(step.lateSeconds, simulation.speed);
  const happenedAt = ago === 0 ? at : Math.max(at - ago, assignment.assignedAt);
  const told = { step: step.number, type: update.kind };
  try {
    const report = { assignmentId: assignment.id, by: "simulator", at: happenedAt, update } as const;
    const result =
      trip.phone && update.kind === "position"
        ? sendPositions(writing, trip, { phone: trip.phone, index, at })
        : applyReport(writing, shipment.id, report);
    if (result === "applied") return undefined;
    return {
      ...told,
      code: lateReportCode,
      detail: "The shipment was already past this state, or finished.",
    };
  } catch (error) {
    // Reports of named scripts are complete: one that is refused is not what the caller asked for.
    const isTold = simulation.outcome === scripted && error instanceof AppError;
    if (!isTold || !refusals.includes(error.code)) throw error;
    const refused = { ...told, code: error.code, detail: error.message };
    tellRefusal(writing, shipment.id, refused, happenedAt);
    return refused;
  }
}

function tellRefusal(
  writing: Writing,
  shipmentId: string,
  { step, type, code, detail }: IdleStep,
  at: number,
): void {
  const shipment = findShipment(writing.tx, shipmentId);
  if (!shipment) return;
  recordEntry(writing, shipment, {
    by: "simulator",
    at,
    code: refusedStepCode,
    message: `Waybill refused step ${step} of the script (${type}): ${code}. ${detail}`,
  });
}

/**
 * Stores the progress and the time of the next step. A finished trip leaves no row.
 * @returns whether the trip goes on
 */
export function saveProgress(writing: Writing, trip: PlannedTrip, row: SimulationRow): boolean {
  const simulations = simulationStore(writing.tx);
  const isDone = row.step >= trip.plan.length || !isReporting(writing, row);
  if (isDone) {
    simulations.remove(row.assignmentId);
    return false;
  }
  const dueAt = timeOfStep({ ...trip, startedAt: row.startedAt }, row.step) ?? null;
  // Instant steps are a few milliseconds ahead of the clock, and wait for nothing.
  simulations.update({ ...row, dueAt: trip.simulation.speed === "instant" ? writing.now : dueAt });
  return true;
}

/** When a step comes; undefined for a manual one, or none. */
function timeOfStep({ simulation, startedAt, plan }: PlannedTrip, index: number): number | undefined {
  const step = plan[index];
  return step && stepTime(simulation, startedAt, index, step);
}

/** The start that makes this step due now. A step whose time the script gives moves nothing. */
export function anchoredStart(
  now: number,
  { simulation, plan, startedAt }: PlannedTrip,
  index: number,
): number {
  const step = plan[index];
  if (!step) return now;
  if (step.anchor) return startedAt;
  // A manual step has no time of its own, so an estimate counts as at normal speed.
  return now - (stepTime(simulation, 0, index, step) ?? step.seconds * 1000);
}
