import type { DeliveryWriting } from "../../carriers/deps.ts";
import { fleet } from "../../carriers/kinds/simulated/fleet.ts";
import { applyPositions } from "../../lifecycle/reporting.ts";
import type { Step } from "../../lifecycle/simulation/plan.ts";
import { lasting, stepTime } from "../../lifecycle/simulation/simulation.ts";
import type { ReportedPosition } from "../../lifecycle/tracking/positions.ts";
import type { Verdict } from "../../lifecycle/tracking/quality.ts";
import type { ReportResult } from "../../lifecycle/tracking/report.ts";
import type { Simulation } from "../../model/script/simulation.ts";
import { type PlannedPosition, plannedPositions, type Trip } from "../driver.ts";
import { reportedPositions, type SentPosition } from "./faults.ts";
import { driverClock, farMeters, judgePositions } from "./judging.ts";

/** A simulated driver's phone that reports what is not always so. It is judged and kept as real phones' positions. */

/** What the phone sends at each step of the plan, with the verdicts. */
export type Phone = ReadonlyMap<number, readonly JudgedPosition[]>;

type JudgedPosition = SentPosition & { verdict: Verdict };
type PhoneTrip = Trip & { simulation: Simulation };

/**
 * A long script has 1,400 positions, which takes many milliseconds with faults.
 * @returns undefined for a phone without faults, where the script gives no positions of its own
 */
export function makePhone(trip: PhoneTrip): Phone | undefined {
  const { simulation, assignment, plan } = trip;
  const isOwn = ({ act }: Step) => act.kind === "told" && act.update.kind === "position";
  if (!simulation.gps_faults && !plan.some(isOwn)) return undefined;
  const planned = plannedPositions(trip);
  const speedMps = fleet.find(({ id }) => id === assignment.carrier.id)?.speedMps ?? 1;
  const clock = driverClock(planned, speedMps, (position) => momentOf(trip, position));
  const reported = reportedPositions(planned, simulation.gps_faults ?? [], farMeters(planned, clock));
  const verdicts = judgePositions(reported, clock);
  const judged = reported.map((position, place) => ({ ...position, verdict: verdicts[place] ?? "good" }));
  return Map.groupBy(judged, ({ sent }) => sent.index);
}

/** Reports what the phone sends at a step. */
export function sendPositions(
  writing: DeliveryWriting,
  trip: PhoneTrip,
  { phone, index, at }: { phone: Phone; index: number; at: number },
): ReportResult {
  const { shipment, assignment } = trip;
  const [first, ...others] = (phone.get(index) ?? []).map((position) => toReported(trip, position, at));
  if (!first) return "applied";
  const source = { assignmentId: assignment.id, by: "simulator" } as const;
  return applyPositions(writing, shipment.id, source, [first, ...others]);
}

function toReported(trip: PhoneTrip, position: JudgedPosition, sentAt: number): ReportedPosition {
  const { taken, sent, clockSeconds, verdict } = position;
  const { kind: _, ...measured } = position.update;
  const lateMs = momentOf(trip, sent) - momentOf(trip, taken);
  const agoMs = lasting(taken.lateSeconds, trip.simulation.speed);
  const takenAt = sentAt - lateMs - agoMs;
  // A script's own lateness goes back to the acceptance at most.
  const from = agoMs === 0 ? takenAt : Math.max(takenAt, trip.assignment.assignedAt);
  return { ...measured, at: from + clockSeconds * 1000, sentAt, verdict };
}

/** A manual step has no time of its own, so it counts as at normal speed. */
function momentOf(
  { simulation, startedAt, plan }: PhoneTrip,
  { index, seconds }: Pick<PlannedPosition, "index" | "seconds">,
): number {
  const { anchor } = plan[index] ?? {};
  return (
    stepTime(simulation, startedAt, index, { seconds, ...(anchor && { anchor }) }) ??
    startedAt + seconds * 1000
  );
}
