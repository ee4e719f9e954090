import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";

/**
 * When the driver is expected at the door, a time or else a day; null once they are there. Only the list knows better
 * than the quote.
 */
export function expectedAt({
  substatus,
  estimated_delivery_at,
  estimated_delivery_date = null,
  eta,
}: ShipmentView & Partial<Pick<ListedShipmentView, "eta">>): string | null {
  if (substatus === "at_delivery") return null;
  if (eta) return eta.delivery ?? eta.delivery_date ?? null;
  return estimated_delivery_at ?? estimated_delivery_date;
}
