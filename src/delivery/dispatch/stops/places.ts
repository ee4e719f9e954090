import type { Writing } from "../../../infra/deps.ts";
import { type DriverStop, knownPlace } from "../../tracking/stops.ts";
import { acceptedJobs, jobOf } from "../reading.ts";
import { stopsOf } from "./stop.ts";

/** The places of a driver's stops, of all jobs that are theirs, in order. Empty while nobody has the assignment. */
export function placesOfStops({ tx }: Pick<Writing, "tx">, assignmentId: string): DriverStop[] {
  const own = jobOf(tx, assignmentId);
  if (own?.status !== "accepted" || own.driverId === null) return [];
  return stopsOf(acceptedJobs(tx, own.driverId)).map(({ assignment, shipment, kind }) => ({
    assignmentId: assignment.id,
    kind,
    place: knownPlace((kind === "delivery" ? shipment.delivery : shipment.pickup).address),
  }));
}
