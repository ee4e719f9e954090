import type { Writing } from "../../infra/deps.ts";
import { findCarrierRow } from "../carriers/service.ts";
import { isActive } from "../lifecycle/assignment.ts";
import { reachedAt, troublesOf, withAssignment } from "../lifecycle/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../lifecycle/rows.ts";
import { quotingOf } from "../quotes/service.ts";
import { trackingOf } from "../tracking/service.ts";
import { standingSince } from "../tracking/standing.ts";
import type { AttentionFacts } from "./attention.ts";
import type { Situation } from "./situation.ts";
import type { AttentionRow } from "./store.ts";

/** Reads what the rules look at, and no more than the shipment's state needs. */

/** What the items of a shipment keep of it, whatever their kind. */
export type Carried = Pick<
  AttentionRow,
  "shipmentId" | "accountId" | "assignmentId" | "carrierId" | "isInstalled" | "driverId"
> & { facts: AttentionFacts };

export function readSituation(
  writing: Writing,
  shipment: ShipmentRow,
): { situation: Situation; carried: Carried } {
  const { tx, now } = writing;
  const { assignment: current } = withAssignment(tx, shipment);
  const waits = shipment.status === "created" || shipment.status === "quoted";
  const tracking = current ? trackingOf(tx, shipment) : undefined;
  const isMoving = shipment.status === "assigned" || shipment.status === "in_transit";
  const situation: Situation = {
    now,
    shipment,
    assignment: current && isActive(current.status) ? current : null,
    ...(waits ? quotingOf(tx, shipment.id) : { round: undefined, quotes: [] }),
    positionAt: tracking?.position?.recordedAt ?? null,
    eta: {
      pickupAt: tracking?.etaPickupAt ?? null,
      deliveryAt: tracking?.etaDeliveryAt ?? null,
      returnAt: tracking?.etaReturnAt ?? null,
      updatedAt: tracking?.etaSource ? tracking.etaUpdatedAt : null,
    },
    standingSince: isMoving && tracking?.position ? standingSince(tx, shipment.id) : null,
    arrivedAt:
      shipment.substatus === "at_delivery"
        ? reachedAt(tx, shipment.id, { status: "in_transit", substatus: "at_delivery" })
        : null,
    job: null,
    troubles: troublesOf(tx, shipment.id),
  };
  return { situation, carried: carriedBy(writing, shipment, current) };
}

function carriedBy({ tx }: Writing, shipment: ShipmentRow, assignment: AssignmentRow | null): Carried {
  const carrierId = assignment?.carrier.id ?? null;
  const carrier = carrierId === null ? undefined : findCarrierRow(tx, carrierId);
  return {
    shipmentId: shipment.id,
    accountId: shipment.accountId,
    assignmentId: assignment?.id ?? null,
    carrierId,
    isInstalled: carrierId !== null && (carrier?.accountId ?? null) === null,
    driverId: null,
    facts: {
      isFleet: carrier?.kind === "fleet",
      hasGoods: shipment.status !== "assigned",
      hasPin: shipment.pin !== null,
    },
  };
}
