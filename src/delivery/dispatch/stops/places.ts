import type { Writing } from "../../../infra/deps.ts";
import { type DriverStop, knownPlace } from "../../tracking/stops.ts";
import { acceptedJobs, jobOf } from "../reading.ts";
import { type DriverStop as StopOfJob, stopsOf } from "./stop.ts";

/** The places of a driver's stops, of all jobs that are theirs, in order. Empty while nobody has the assignment. */
export function placesOfStops({ tx }: Pick<Writing, "tx">, assignmentId: string): DriverStop[] {
  const own = jobOf(tx, assignmentId);
  if (own?.status !== "accepted" || own.driverId === null) return [];
  return stopsOf(acceptedJobs(tx, own.driverId)).map(toPlace);
}

/** A stop as tracking knows it. */
export function toPlace({ assignment, shipment, kind }: StopOfJob): DriverStop {
  const { address } = kind === "delivery" ? shipment.delivery : shipment.pickup;
  return { assignmentId: assignment.id, kind, place: knownPlace(address) };
}
