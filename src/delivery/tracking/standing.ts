import type { Db } from "../../infra/db/store.ts";
import { distanceMeters } from "../../infra/geography/coordinates.ts";
import { trackingStore } from "./store.ts";

/** Within this distance of each other, positions are of the same place: receivers are that inaccurate. */
const placeMeters = 100;
/** About half an hour of a position every two seconds. */
const positionsMax = 1_000;

/** Since when the newest positions are of the same place; null without a position. */
export function standingSince(db: Db, shipmentId: string): number | null {
  const newest = trackingStore(db).newestGoodPositions(shipmentId, positionsMax);
  const [last] = newest;
  if (!last) return null;
  const moved = newest.findIndex((position) => distanceMeters(position, last) > placeMeters);
  const stayed = moved === -1 ? newest : newest.slice(0, moved);
  return Math.min(...stayed.map(({ recordedAt }) => recordedAt));
}
