import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { FleetJob } from "./fleet-job.ts";
import type { FleetShipmentView } from "./schema.ts";

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
    tracking_number: shipment.trackingNumber,
    status: shipment.status,
    substatus: shipment.substatus,
    price: { amount: assignment.amount, currency: assignment.currency },
    picked_up_at: toTimestampOrNull(shipment.pickedUpAt),
    delivered_at: toTimestampOrNull(shipment.deliveredAt),
    returned_at: toTimestampOrNull(shipment.returnedAt),
    updated_at: toTimestamp(shipment.updatedAt),
    version: shipment.version,
  };
}
