import { toTimestamp, toTimestampOrNull } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import { dayMs } from "../../../infra/units.ts";
import { costOf } from "../../carriers/margin.ts";
import type { ReportedChargeView } from "../../lifecycle/charges/schema.ts";
import { isActive, isCancellationPending } from "../../lifecycle/state/assignment.ts";
import { deliveryForCarrier } from "../../lifecycle/state/recipient.ts";
import type { AssignmentRow, ShipmentRow } from "../../lifecycle/state/rows.ts";
import { toAddressView, toStopView } from "../../model/address-view.ts";
import type { Stop } from "../../model/model.ts";
import type { JobView } from "./schema.ts";

export interface Job {
  assignment: AssignmentRow;
  shipment: ShipmentRow;
  offerReference: string | null;
  charges: ReportedChargeView[];
}

/** Never a PIN, and nothing of another carrier: neither its name nor its price. The price is the one that it offered. */
export function toJobView(job: Job, environment: Environment, now: number): JobView {
  const { assignment, shipment } = job;
  const show = knowsPeople(job, now) ? (stop: Stop) => toStopView(stop) : withoutPeople;
  const isCurrent = shipment.assignmentId === assignment.id;
  const {
    window,
    address: _address,
    contact: _contact,
    instructions: _instructions,
    ...rest
  } = shipment.delivery;
  return {
    environment,
    assignment_id: assignment.id,
    shipment_id: shipment.id,
    tracking_number: shipment.trackingNumber,
    reference: shipment.reference,
    service: assignment.service,
    price: { amount: costOf(assignment), currency: assignment.currency },
    offer_reference: job.offerReference,
    booking_reference: assignment.carrierReference,
    status: assignment.status,
    substatus: isCurrent && isActive(assignment.status) ? shipment.substatus : null,
    pickup: show(shipment.pickup),
    delivery: { ...show({ ...deliveryForCarrier(shipment), window }), requirements: rest.requirements },
    parcels: shipment.parcels,
    if_undeliverable: shipment.ifUndeliverable,
    is_return: shipment.isReturn,
    charges: job.charges,
    driver: knowsPeople(job, now) ? assignment.driver : null,
    cancellation_requested_at: isCancellationPending(assignment)
      ? toTimestamp(assignment.cancellationRequest.requestedAt)
      : null,
    assigned_at: toTimestamp(assignment.assignedAt),
    ended_at: toTimestampOrNull(assignment.endedAt),
    updated_at: toTimestamp(assignment.updatedAt),
  };
}

/** For a day after the end; not at all once the carrier has no part in the shipment any more. */
function knowsPeople({ assignment, shipment }: Job, now: number): boolean {
  if (shipment.assignmentId !== assignment.id) return false;
  return assignment.endedAt === null || now < assignment.endedAt + dayMs;
}

/** A town and its postal code say nothing about anybody; exact coordinates say as much as the street. */
function withoutPeople({ address, window }: Stop): JobView["pickup"] {
  return {
    contact: null,
    address: { ...toAddressView(address), line1: null, line2: null, latitude: null, longitude: null },
    instructions: null,
    window,
  };
}
