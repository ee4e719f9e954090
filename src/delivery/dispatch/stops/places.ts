import type { Writing } from "../../../infra/deps.ts";
import { findAssignmentRow, findShipment } from "../../lifecycle/reading.ts";
import { type DriverStop, knownPlace } from "../../tracking/stops.ts";
import { jobOf, jobsOfDriver } from "../reading.ts";
import { stopsOf } from "./stop.ts";

/** The places of a driver's stops, of all jobs that are theirs, in order. Empty while nobody has the assignment. */
export function placesOfStops({ tx }: Pick<Writing, "tx">, assignmentId: string): DriverStop[] {
  const own = jobOf(tx, assignmentId);
  if (own?.status !== "accepted" || own.driverId === null) return [];
  const jobs = jobsOfDriver(tx, own.driverId).flatMap((job) => {
    const shipment = job.status === "accepted" ? findShipment(tx, job.shipmentId) : undefined;
    const assignment = shipment && findAssignmentRow(tx, job.assignmentId);
    return shipment && assignment ? [{ job, shipment, assignment }] : [];
  });
  return stopsOf(jobs).map(({ assignment, shipment, kind }) => ({
    assignmentId: assignment.id,
    kind,
    place: knownPlace((kind === "delivery" ? shipment.delivery : shipment.pickup).address),
  }));
}
