import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { CarrierRow } from "../../carriers/store.ts";
import type { AssignmentRow, ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { FleetShipmentView } from "./schema.ts";

/** A shipment with what its fleet has of it. */
export interface FleetJob {
  shipment: ShipmentRow;
  assignment: AssignmentRow;
  /** Undefined for a simulated carrier. */
  carrier: CarrierRow | undefined;
}

export function toFleetShipmentView(
  { shipment, assignment }: FleetJob,
  environment: Environment,
): FleetShipmentView {
  return {
    id: shipment.id,
    environment,
    account_id: shipment.accountId,
    assignment_id: assignment.id,
    carrier: assignment.carrier,
    driver: assignment.driver,
    tracking_number: shipment.trackingNumber,
    status: shipment.status,
    substatus: shipment.substatus,
    price: { amount: assignment.amount, currency: assignment.currency },
    picked_up_at: toTimestampOrNull(shipment.pickedUpAt),
    delivered_at: toTimestampOrNull(shipment.deliveredAt),
    returned_at: toTimestampOrNull(shipment.returnedAt),
    recall_requested_at: toTimestampOrNull(shipment.recall?.at ?? null),
    updated_at: toTimestamp(shipment.updatedAt),
    version: shipment.version,
  };
}
