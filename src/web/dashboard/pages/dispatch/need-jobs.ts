import type { ListedAttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { type Job, jobOfShipment } from "../../assigning/job.ts";

/** What a need is called, and the job that it is about. */

const shownCharacters = 6;

/** The operator knows its number only. */
export function nameOfItem(item: ListedAttentionItemView): string {
  const { shipment_id: id, reference, tracking_number, schedule_name } = item;
  if (id === null) return schedule_name ?? "Standing order";
  return reference ?? tracking_number ?? `Shipment …${id.slice(-shownCharacters)}`;
}

/** The job that another driver could have. */
export function jobOfItem(
  item: ListedAttentionItemView,
  shipment: ShipmentView | undefined,
): Job | undefined {
  const { shipment_id: shipmentId, assignment_id: assignmentId } = item;
  const { carrier_id: carrierId, driver_id: driverId } = item;
  const isAssignable = item.remedies.some(({ action }) => action === "assign_driver");
  if (!isAssignable || shipmentId === null || assignmentId === null || carrierId === null) return undefined;
  const known = shipment && jobOfShipment(shipment);
  if (known) return known;
  const hasDriver = driverId !== null;
  // Whether the driver has the goods is not known: then a hand-over is possible in any case.
  return {
    shipmentId,
    assignmentId,
    carrierId,
    name: nameOfItem(item),
    pickup: undefined,
    hasDriver,
    hasGoods: hasDriver,
  };
}
