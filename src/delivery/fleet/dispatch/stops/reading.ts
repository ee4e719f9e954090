import type { Db } from "@/infra/db/store.ts";
import { mayRidersCall } from "../../../carriers/kinds/fleet/settings.ts";
import { findCarrierRow } from "../../../carriers/service.ts";
import { chosenStopOrder, findJob, jobsOfDriver } from "../../../lifecycle/driver-jobs/reading.ts";
import { routeStore } from "../../../lifecycle/driver-jobs/route-store.ts";
import { findShipment } from "../../../lifecycle/state/reading.ts";
import { trackingOf } from "../../../lifecycle/tracking/service.ts";
import { placeOf } from "../../drivers/places.ts";
import { jobNotice, unseenViewsOf } from "../notices/reading.ts";
import { personIdsOf, placeIdsOf } from "./same.ts";
import type { StopsView } from "./schema.ts";
import { type DriverStop, stopIdOf, stopsIn, stopsOf } from "./stop.ts";
import { suggestionFor } from "./suggestion.ts";
import { toStopView, toSuggestionView } from "./view.ts";

/** The driver's stops in the chosen order, then those of jobs that are offered. */
function stopsOfDriver(db: Db, driverId: string): DriverStop[] {
  const jobs = jobsOfDriver(db, driverId).flatMap(({ assignmentId }) => findJob(db, assignmentId) ?? []);
  return stopsOf(jobs, chosenStopOrder(db, driverId));
}

/** The fleets among those of the stops whose drivers see the recipient's phone number. */
function callingFleets(db: Db, stops: readonly DriverStop[]): Set<string> {
  const fleets = new Set(stops.map(({ job }) => job.carrierId));
  return new Set([...fleets].filter((id) => mayRidersCall(findCarrierRow(db, id)?.settings ?? {})));
}

/** The stops of a driver without what is offered. */
export function ownStopsOf(db: Db, driverId: string): DriverStop[] {
  return stopsOfDriver(db, driverId).filter(({ state }) => state !== "offered");
}

/** The job of a driver's next stop. It reads as few of a hundred jobs as it can: each of them is asked for it. */
export function nextJobOf(db: Db, driverId: string): string | undefined {
  const jobs = jobsOfDriver(db, driverId).filter(({ status }) => status === "accepted");
  const stopsLeft = ({ shipmentId, assignmentId }: (typeof jobs)[number]) => {
    const shipment = findShipment(db, shipmentId);
    const kinds = (shipment && stopsIn[shipment.status]) ?? [];
    return kinds.map((kind) => stopIdOf({ job: { assignmentId }, kind }));
  };
  const byId = new Map(jobs.map((job) => [job.assignmentId, job]));
  for (const stopId of chosenStopOrder(db, driverId)) {
    const job = byId.get(stopId.slice(0, stopId.indexOf(".")));
    if (job && stopsLeft(job).includes(stopId)) return job.assignmentId;
  }
  return jobs.find((job) => stopsLeft(job).length > 0)?.assignmentId;
}

/**
 * A driver's stops as the driver sees them now.
 * @param reader whoever is no driver sees no phone number of a recipient here
 */
export function stopsViewOf(
  db: Db,
  driverId: string,
  reader: "driver" | "dispatcher",
  now: number,
): StopsView {
  const stops = stopsOfDriver(db, driverId);
  const place = placeOf(db, driverId);
  const own = stops.filter(({ state }) => state !== "offered");
  const suggestion = suggestionFor(routeStore(db).find(driverId)?.suggestion ?? null, own);
  // Own stops come first; of an offer nothing may be told by what it shares with them.
  const placeIds = placeIdsOf(own);
  const personIds = personIdsOf(own);
  const calling = reader === "driver" ? callingFleets(db, own) : new Set<string>();
  const data = stops.map((stop, index) =>
    toStopView(stop, place, trackingOf(db, stop.shipment), {
      now,
      placeId: placeIds[index] ?? null,
      personId: personIds[index] ?? null,
      mayCall: calling.has(stop.job.carrierId),
      notice: jobNotice(db, stop.job),
    }),
  );
  return { data, order: toSuggestionView(suggestion), notices: unseenViewsOf(db, driverId) };
}
