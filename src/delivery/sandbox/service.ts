import { refuseOverStorage } from "../../access/limits/storage.ts";
import type { DueRows } from "../../infra/db/due-rows.ts";
import { type Deps, write } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { type Part, writeInParts, writeOnce } from "../../infra/idempotency/service.ts";
import type { Envelope } from "../../messaging/events/event.ts";
import { appendEvent, getEvent } from "../../messaging/events/service.ts";
import type { CancelAnswer } from "../carriers/carrier.ts";
import type { DeliveryDeps, DeliveryWriting } from "../carriers/deps.ts";
import { isSimulated } from "../carriers/kinds/simulated/fleet.ts";
import { activeAssignment, findAssignment } from "../lifecycle/assignments/transitions.ts";
import { statesOf } from "../lifecycle/simulation/simulation.ts";
import { isCancellationPending } from "../lifecycle/state/assignment.ts";
import { findShipment, requireShipment, viewOf } from "../lifecycle/state/reading.ts";
import type { ShipmentRow } from "../lifecycle/state/rows.ts";
import { isFinal } from "../lifecycle/state/status.ts";
import type { Status, Substatus } from "../model/model.ts";
import { anchoredStart, ensureSimulation, makeDueSteps, makeStep, saveProgress } from "./making.ts";
import type { Advance, Advanced, IdleStep, MakeEvent } from "./schema.ts";
import { simulationStore, simulationsDue } from "./store.ts";
import { type PlannedTrip, prepareTrip, reportsAfterEnd, tripOf } from "./trip.ts";

type State = Status | Substatus;

/** A transaction with more would keep all others waiting. */
const stepsAtOnce = 200;

/** Starts a simulated driver, if none has started. */
export function beginSimulation(deps: DeliveryDeps, assignmentId: string): Promise<void> {
  return write(deps, "sandbox", (writing) => {
    const assignment = findAssignment(writing, assignmentId);
    const shipment = assignment && findShipment(writing.tx, assignment.shipmentId);
    if (assignment && shipment?.assignmentId === assignmentId)
      ensureSimulation(writing, { shipment, assignment });
  });
}

/** Stops a simulated driver, unless the caller's script says that the carrier refuses it or decides later. */
export function cancelSimulation(deps: DeliveryDeps, assignmentId: string): Promise<CancelAnswer> {
  return write(deps, "sandbox", (writing) => {
    const answer = cancelAnswerOf(writing, assignmentId);
    if (answer.kind === "cancelled") simulationStore(writing.tx).remove(assignmentId);
    return answer;
  });
}

function cancelAnswerOf(writing: DeliveryWriting, assignmentId: string): CancelAnswer {
  const assignment = findAssignment(writing, assignmentId);
  const shipment = assignment && findShipment(writing.tx, assignment.shipmentId);
  const scripted = shipment?.simulation?.script?.cancellation;
  // Nobody asks the carrier of a booking that has ended: it is told.
  if (!assignment || !scripted || !isCancellationPending(assignment)) return { kind: "cancelled", fee: null };
  switch (scripted.answer) {
    case "accept":
      return { kind: "cancelled", fee: scripted.fee ?? null };
    case "refuse":
      return {
        kind: "refused",
        reason: scripted.reason_code ?? "other",
        message: scripted.message ?? "The carrier cannot cancel any more.",
      };
    case "wait":
      return { kind: "pending" };
  }
}

/** Assignments whose driver makes a step. */
export const dueSimulations = ({ stores }: Deps): DueRows => simulationsDue(stores.platform("sandbox"));

/** Makes every step that is due by now, including those that a restart missed. */
export async function runSimulation(deps: DeliveryDeps, assignmentId: string): Promise<void> {
  prepareTrip(deps, assignmentId);
  return write(deps, "sandbox", (writing) => {
    const row = simulationStore(writing.tx).find(assignmentId);
    const trip = row && tripOf(deps, writing.tx, row);
    if (!row) return;
    if (!trip) return simulationStore(writing.tx).remove(assignmentId);
    const end = Math.min(trip.plan.length, row.step + stepsAtOnce);
    saveProgress(writing, trip, { ...row, step: makeDueSteps(writing, trip, row.step, end) });
  });
}

/** An advance that is under way. */
interface Advancing {
  assignmentId: string;
  /** The step to advance to. */
  target: number;
  made: State[];
  idle: IdleStep[];
}

/**
 * Makes the next step that changes the shipment's state, or all steps up to `to`. Later steps keep their intervals.
 * Many steps take several transactions, and a repeated request goes on with them.
 * @throws AppError `not_found`, `transition_not_allowed`
 */
export function advanceShipment(
  deps: DeliveryDeps,
  caller: Caller,
  shipmentId: string,
  input: Advance,
): Promise<Advanced> {
  const known = findShipment(deps.stores.platform("sandbox").db, shipmentId);
  if (known?.accountId === caller.accountId && known.assignmentId) prepareTrip(deps, known.assignmentId);
  return writeInParts<Advancing, Advanced, DeliveryDeps>(deps, caller, (writing, before) => {
    const shipment = requireShipment(writing, caller, shipmentId);
    const part = advancePart(writing, before ?? beginAdvance(writing, shipment, input));
    if ("soFar" in part) return part;
    const view = viewOf(writing, requireShipment(writing, caller, shipmentId));
    return { answer: { shipment: view, ...part.answer } };
  });
}

function beginAdvance(
  writing: DeliveryWriting,
  shipment: PlannedTrip["shipment"],
  input: Advance,
): Advancing {
  const assignment = activeAssignment(writing, shipment);
  if (!assignment || !isSimulated(assignment.carrier.id)) {
    const detail = assignment ? drivenByOthers : notDriven(shipment);
    throw cannotAdvance(shipment, input?.to, [], detail);
  }
  const row = ensureSimulation(writing, { shipment, assignment });
  const trip = tripOf(writing.deps, writing.tx, row);
  if (!trip) throw cannotAdvance(shipment, input?.to, [], scriptEnded);

  const target = targetOf(trip, row.step, input?.to);
  if (target === undefined) {
    const allowed = statesAhead(trip, row.step).flatMap((entry) => entry.states);
    throw cannotAdvance(shipment, input?.to, allowed, allowed.length > 0 ? elsewhere : scriptEnded);
  }
  return { assignmentId: assignment.id, target, made: [], idle: [] };
}

/** The step to advance to; undefined if none leads there. Without a state it is the next, or else the last step. */
function targetOf(trip: PlannedTrip, from: number, to: State | undefined): number | undefined {
  const upcoming = statesAhead(trip, from);
  if (to === undefined && upcoming.length === 0 && from < trip.plan.length) return trip.plan.length - 1;
  return upcoming.find(({ states }) => to === undefined || states.includes(to))?.index;
}

/** Makes as many steps as a transaction may. Between two of them the job may have made some, or the trip may be over. */
function advancePart(
  writing: DeliveryWriting,
  { assignmentId, target, made: madeBefore, idle: idleBefore }: Advancing,
): Part<Advancing, Omit<Advanced, "shipment">> {
  const [made, idle] = [[...madeBefore], [...idleBefore]];
  const row = simulationStore(writing.tx).find(assignmentId);
  const trip = row && tripOf(writing.deps, writing.tx, row);
  if (!trip) return { answer: { made, next: [], without_effect: idle } };
  let state = stateOf(writing, trip.shipment);
  let index = row.step;
  // What a carrier reports after the end comes with the end: nobody can advance there.
  const goesOn = () => index <= target || (index < trip.plan.length && reportsAfterEnd(writing, row));
  for (; index < row.step + stepsAtOnce && goesOn(); index += 1) {
    const startedAt = anchoredStart(writing.now, trip, index);
    const without = makeStep(writing, { ...trip, startedAt }, index, writing.now);
    if (without) idle.push(without);
    const reached = stateOf(writing, trip.shipment);
    if (reached !== state) made.push(reached);
    state = reached;
  }
  const isDone = !goesOn();
  const startedAt = index > row.step ? anchoredStart(writing.now, trip, index - 1) : row.startedAt;
  const hasNext = saveProgress(writing, trip, { ...row, step: index, startedAt });
  if (!isDone) return { soFar: { assignmentId, target, made, idle } };
  const next = hasNext ? statesAhead(trip, index)[0]?.states.slice(0, 1) : undefined;
  return { answer: { made, next: next ?? [], without_effect: idle } };
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

function stateOf(writing: DeliveryWriting, before: PlannedTrip["shipment"]): State {
  const { status, substatus } = findShipment(writing.tx, before.id) ?? before;
  return substatus ?? status;
}

function statesAhead(trip: PlannedTrip, from: number): { index: number; states: State[] }[] {
  return trip.plan
    .map((step, index) => ({ index, states: statesOf(step.act, trip.shipment.ifUndeliverable) }))
    .filter((entry) => entry.index >= from && entry.states.length > 0);
}

const drivenByOthers = "No simulated driver has this shipment. Its carrier reports by itself.";
const scriptEnded = "The script has no further steps.";
const elsewhere =
  "The shipment cannot reach that state from its current one. `allowed` lists the states it can reach.";

function notDriven({ status }: ShipmentRow): string {
  return isFinal(status) ? "The shipment is finished. Nothing is left to advance." : "Accept a quote first.";
}

function cannotAdvance(
  { status, substatus }: ShipmentRow,
  to: State | undefined,
  allowed: State[],
  detail: string,
): AppError {
  const members = { from: substatus ?? status, to: to ?? null, allowed };
  return new AppError("transition_not_allowed", { detail, members });
}
