import { callError } from "../../call-error.ts";
import type { BookingName } from "../../carrier.ts";
import type { Tracked } from "../../tracked.ts";
import type { Easypost } from "./call.ts";
import { namesOf, readShipment } from "./shipments.ts";
import { toTracked } from "./tracker.ts";
import { trackerIn } from "./wire.ts";

/** Reads a booking back: the shipment has its tracker and its refund. @throws CarrierCallError */
export async function trackShipment(
  easypost: Easypost,
  { bookingReference: id }: BookingName,
  signal: AbortSignal,
): Promise<Tracked> {
  if (id === null) return { updates: [] };
  const shipment = await readShipment(easypost, id, signal);
  if (!shipment) throw callError("status", "EasyPost has no such shipment.", 404);
  return { ...toTracked(trackerIn(shipment), shipment), ...namesOf(shipment) };
}
