import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import { httpsUrl } from "../../carriers/tracked.ts";
import { toStopView } from "../../model/address-view.ts";
import type { Simulation } from "../../model/script/simulation.ts";
import { type CancellationRequest, isCancellationPending } from "./assignment.ts";
import type { AssignmentRow, ShipmentRow } from "./rows.ts";
import type { AssignmentView, ShipmentView } from "./schema.ts";
import { customerPrice } from "./shipment.ts";
import { isUndelivered } from "./status.ts";

export function toShipmentView(
  row: ShipmentRow,
  assignment: AssignmentRow | null,
  environment: Environment,
  trackingUrl: string | null,
): ShipmentView {
  return {
    id: row.id,
    environment,
    status: row.status,
    substatus: row.substatus,
    reference: row.reference,
    tracking_number: row.trackingNumber,
    tracking_url: trackingUrl,
    pickup: { ...toStopView(row.pickup), waited_minutes: row.pickupWaitedMinutes },
    delivery: { ...toStopView(row.delivery), waited_minutes: row.deliveryWaitedMinutes },
    parcels: row.parcels,
    if_undeliverable: row.ifUndeliverable,
    carriers: row.carriers,
    services: row.services,
    distance_meters: row.distanceMeters,
    assignment: assignment && toAssignmentView(assignment, environment),
    price: assignment && { amount: assignment.amount, currency: assignment.currency },
    customer_price: assignment && customerPrice(assignment, row.markupPercent),
    order_form_id: row.orderFormId,
    estimated_pickup_at: toTimestampOrNull(assignment?.estimatedPickupAt ?? null),
    estimated_delivery_at: toTimestampOrNull(
      isUndelivered(row.status) ? null : (assignment?.estimatedDeliveryAt ?? null),
    ),
    estimated_delivery_date: isUndelivered(row.status) ? null : (assignment?.estimatedDeliveryDate ?? null),
    picked_up_at: toTimestampOrNull(row.pickedUpAt),
    delivered_at: toTimestampOrNull(row.deliveredAt),
    returned_at: toTimestampOrNull(row.returnedAt),
    cancellation: row.cancellation,
    cancellation_requested_at: assignment && requestedAt(assignment, "shipment"),
    failure: row.failure,
    recall_requested_at: toTimestampOrNull(row.recall?.at ?? null),
    simulation: row.simulation && toSimulationView(row.simulation),
    metadata: row.metadata,
    recipient_instructions: row.recipientInstructions && {
      text: row.recipientInstructions.text,
      leave: row.recipientInstructions.leave,
      updated_at: toTimestamp(row.recipientInstructions.updatedAt),
    },
    rating: row.rating && {
      thumb: row.rating.thumb,
      comment: row.rating.comment,
      rated_at: toTimestamp(row.rating.ratedAt),
    },
    return_of: row.returnOf,
    return_shipment_id: row.returnShipmentId,
    schedule_id: row.scheduleId,
    scheduled_for: row.scheduledFor,
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
    redacted_at: toTimestampOrNull(row.redactedAt),
    version: row.version,
  };
}

function toSimulationView({ isDefault: _, route: __, script: ___, ...simulation }: Simulation): Simulation {
  return simulation;
}

export function toAssignmentView(row: AssignmentRow, environment: Environment): AssignmentView {
  return {
    id: row.id,
    shipment_id: row.shipmentId,
    quote_id: row.quoteId,
    environment,
    status: row.status,
    carrier: row.carrier,
    service: row.service,
    price: { amount: row.amount, currency: row.currency },
    driver: row.driver,
    driver_id: row.driverId,
    attempt: row.attempt,
    assigned_at: toTimestamp(row.assignedAt),
    released_at: toTimestampOrNull(row.releasedAt),
    release_reason: row.releaseReason,
    cancellation_requested_at: requestedAt(row),
    auto_reassign: row.autoReassign && {
      max_price: row.autoReassign.maxPrice,
      remaining: row.autoReassign.remaining,
    },
    tracking_numbers: row.trackingNumbers,
    carrier_tracking_url: httpsUrl(row.carrierTrackingUrl),
    label_status: row.carrierLabel ?? "ready",
  };
}

/** When the pending cancellation was requested; null for none, or if it ends something else. */
function requestedAt(row: AssignmentRow, ends?: CancellationRequest["ends"]): string | null {
  if (!isCancellationPending(row)) return null;
  const { cancellationRequest: request } = row;
  return ends === undefined || request.ends === ends ? toTimestamp(request.requestedAt) : null;
}
