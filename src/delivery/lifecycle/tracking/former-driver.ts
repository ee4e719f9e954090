import type { Writing } from "../../../infra/deps.ts";
import { trackingStore } from "./store.ts";
import { newTrip } from "./trip.ts";

/**
 * The job has another driver, or none: where the former one was, how fast, and since when silent says nothing any more.
 * What the recipient was told stays told.
 */
export function forgetFormerDriver({ tx }: Writing, shipmentId: string): void {
  const trackings = trackingStore(tx);
  const tracking = trackings.find(shipmentId);
  if (!tracking?.position) return;
  const memory = tracking.memory && { ...newTrip, approached: tracking.memory.approached };
  trackings.save({ ...tracking, position: null, memory, silentSince: null });
  trackings.checkSilence(shipmentId, null);
}
