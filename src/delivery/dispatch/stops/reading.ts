import type { Db } from "../../../infra/db/store.ts";
import { placeOf } from "../../drivers/places.ts";
import { trackingOf } from "../../tracking/service.ts";
import { chosenOrder, findJob, jobsOfDriver } from "../reading.ts";
import { routeStore } from "../route-store.ts";
import type { StopsView } from "./schema.ts";
import { type DriverStop, stopsOf } from "./stop.ts";
import { suggestionFor } from "./suggestion.ts";
import { toStopView, toSuggestionView } from "./view.ts";

/** The driver's stops in the chosen order, then those of jobs that are offered. */
function stopsOfDriver(db: Db, driverId: string): DriverStop[] {
  const jobs = jobsOfDriver(db, driverId).flatMap(({ assignmentId }) => findJob(db, assignmentId) ?? []);
  return stopsOf(jobs, chosenOrder(db, driverId));
}

/** The same without what is offered. */
export function ownStopsOf(db: Db, driverId: string): DriverStop[] {
  return stopsOfDriver(db, driverId).filter(({ state }) => state !== "offered");
}

/** A driver's stops as the driver sees them. */
export function stopsViewOf(db: Db, driverId: string): StopsView {
  const stops = stopsOfDriver(db, driverId);
  const place = placeOf(db, driverId);
  const own = stops.filter(({ state }) => state !== "offered");
  const suggestion = suggestionFor(routeStore(db).find(driverId)?.suggestion ?? null, own);
  const data = stops.map((stop) => toStopView(stop, place, trackingOf(db, stop.shipment)));
  return { data, order: toSuggestionView(suggestion) };
}
