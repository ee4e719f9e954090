import type { Writing } from "../../../infra/deps.ts";
import { turnsSince } from "../../lifecycle/driver-jobs/reading.ts";
import { forgetDriverBetween } from "../../lifecycle/tracking/positions.ts";
import { forgetPlace, placeOf } from "../drivers/places.ts";
import { clockErrorMaxMs, recountRides } from "./rides.ts";
import { trackStore } from "./store.ts";

/**
 * Deletes where a driver was from a time on, also the copies in tracking: Waybill hears only now that they were off
 * duty, and another app of theirs went on.
 */
export function forgetTrackSince(writing: Writing, driverId: string, since: number): void {
  const { tx } = writing;
  const removed = trackStore(tx).removeSince(driverId, since, since - clockErrorMaxMs);
  if (removed === 0) return;
  recountRides(writing, driverId, since);
  const place = placeOf(tx, driverId);
  if (place && place.recordedAt >= since) forgetPlace(writing, driverId);
  for (const { shipmentId, until } of turnsSince(tx, driverId, since))
    forgetDriverBetween(writing, shipmentId, since, until);
}
