import type { Db } from "@/infra/db/store.ts";
import { jobOf } from "../../../lifecycle/driver-jobs/reading.ts";
import { knownPlace } from "../../../model/address.ts";
import type { DriverStop } from "../../../model/stops.ts";
import { ownStopsOf } from "./reading.ts";
import { placeOfStop, type DriverStop as StopOfJob } from "./stop.ts";

/** The places of a driver's stops, of all jobs that are theirs, in order. Empty while nobody has the assignment. */
export function placesOfStops(db: Db, assignmentId: string): DriverStop[] {
  const own = jobOf(db, assignmentId);
  if (own?.status !== "accepted" || own.driverId === null) return [];
  return ownStopsOf(db, own.driverId).map(toPlace);
}

/** A stop as tracking knows it. */
export function toPlace(stop: StopOfJob): DriverStop {
  return {
    assignmentId: stop.assignment.id,
    kind: stop.kind,
    place: knownPlace(placeOfStop(stop).address),
  };
}
