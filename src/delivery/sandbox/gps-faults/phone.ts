import { fleet } from "../../carriers/simulated/fleet.ts";
import type { DeliveryWriting } from "../../deps.ts";
import type { ReportedPosition } from "../../tracking/positions.ts";
import type { Verdict } from "../../tracking/quality.ts";
import { applyPositions } from "../../tracking/updates.ts";
import { type PlannedPosition, plannedPositions, type Trip } from "../driver.ts";
import type { Simulation } from "../script/simulation.ts";
import { timeOf } from "../simulation.ts";
import { reportedPositions, type SentPosition } from "./faults.ts";
import { driverClock, farMeters, judgeReported } from "./judging.ts";

/** A simulated driver's phone with faults. Its positions are judged and kept as those of real phones. */

/** What the phone sends at each step of the plan, with the verdicts. */
export type Phone = ReadonlyMap<number, readonly JudgedPosition[]>;

type JudgedPosition = SentPosition & { verdict: Verdict };
type FaultyTrip = Trip & { simulation: Simulation };

/** @returns undefined for a phone without faults */
export function makePhone(trip: FaultyTrip): Phone | undefined {
  const { simulation, assignment } = trip;
  if (!simulation.gps_faults) return undefined;
  const planned = plannedPositions(trip);
  const speedMps = fleet.find(({ id }) => id === assignment.carrier.id)?.speedMps ?? 1;
  const clock = driverClock(planned, speedMps, secondMs(simulation));
  const reported = reportedPositions(planned, simulation.gps_faults, farMeters(planned, clock));
  const verdicts = judgeReported(reported, clock);
  const judged = reported.map((position, place) => ({ ...position, verdict: verdicts[place] ?? "good" }));
  return Map.groupBy(judged, ({ sent }) => sent.index);
}

/** How long a second of the timetable takes. */
function secondMs({ speed }: Simulation): number {
  return typeof speed === "number" ? 1000 / speed : 1000;
}

/** Reports what the phone sends at a step. */
export function sendPositions(
  writing: DeliveryWriting,
  trip: FaultyTrip,
  { phone, index, at }: { phone: Phone; index: number; at: number },
): void {
  const { shipment, assignment } = trip;
  const [first, ...others] = (phone.get(index) ?? []).map((position) => toReported(trip, position, at));
  if (!first) return;
  applyPositions(writing, shipment.id, { assignmentId: assignment.id, by: "simulator" }, [first, ...others]);
}

function toReported(trip: FaultyTrip, position: JudgedPosition, sentAt: number): ReportedPosition {
  const { taken, sent, clockSeconds, verdict } = position;
  const { kind: _, ...measured } = position.update;
  const lateMs = momentOf(trip, sent) - momentOf(trip, taken);
  return { ...measured, at: sentAt - lateMs + clockSeconds * 1000, sentAt, verdict };
}

/** A manual step has no time of its own, so it counts as at normal speed. */
function momentOf(
  { simulation, startedAt, plan }: FaultyTrip,
  { index, seconds }: Pick<PlannedPosition, "index" | "seconds">,
): number {
  const { anchor } = plan[index] ?? {};
  return (
    timeOf(simulation, startedAt, index, { seconds, ...(anchor && { anchor }) }) ?? startedAt + seconds * 1000
  );
}
