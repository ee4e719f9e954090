import type { Db } from "../../../infra/db/store.ts";
import { distanceMeters } from "../../../infra/geography/coordinates.ts";
import { trackingStore } from "./store.ts";

/** Within this distance of each other, positions are of the same place: receivers are that inaccurate. */
const placeMeters = 100;
/** A driver who moves has left the place within the first of these; only of one who stands more is read, about half an hour. */
const positionsRead = [50, 1_000];

/** Since when the newest positions are of the same place; null without a position. */
export function standingSince(db: Db, shipmentId: string): number | null {
  let since: number | null = null;
  for (const limit of positionsRead) {
    const newest = trackingStore(db).newestGoodPositions(shipmentId, limit);
    const [last] = newest;
    if (!last) return null;
    const moved = newest.findIndex((position) => distanceMeters(position, last) > placeMeters);
    const stayed = moved === -1 ? newest : newest.slice(0, moved);
    since = Math.min(...stayed.map(({ recordedAt }) => recordedAt));
    if (stayed.length < limit) break;
  }
  return since;
}
