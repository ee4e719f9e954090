import type { StreamMessage } from "waybill-client/stream";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { EtaView, TrackingView } from "@/delivery/lifecycle/tracking/schema.ts";

/** What the page has read. */
interface Shown {
  shipment: Pick<ShipmentView, "status" | "substatus" | "updated_at"> | undefined;
  tracking: Pick<TrackingView, "entries" | "eta"> | undefined;
}

/**
 * Whether a message of the tracking stream, which begins with everything so far, says nothing that the page lacks. A
 * shipment that was read before its tracking may lack what that has.
 */
export function isKnown({ event, data }: StreamMessage, { shipment, tracking }: Shown): boolean {
  if (!shipment || !tracking) return false;
  if (event === "eta") return tracking.eta?.updated_at === (data as EtaView).updated_at;
  // It shows the delivery's, and is also sent where the pickup's was moved.
  if (event === "window") return false;
  const { sequence, recorded_at } = data as TrackingView["entries"][number];
  const last = tracking.entries.at(-1);
  return (
    tracking.entries.some((entry) => entry.sequence === sequence) &&
    shipment.updated_at >= recorded_at &&
    shipment.status === last?.status &&
    shipment.substatus === last.substatus
  );
}
