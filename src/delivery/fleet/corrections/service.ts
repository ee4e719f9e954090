import { queueAudit } from "../../../access/audit/outbox.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { correct } from "../../lifecycle/correcting.ts";
import type { ShipmentView } from "../../lifecycle/state/schema.ts";
import { refuseCorrection, refuseUncorrectable } from "./correctable.ts";
import {
  changeManaged,
  type Managed,
  requireFleetJob,
  requireManagedShipment,
  viewForSide,
} from "./managed.ts";
import type { CorrectShipment, FleetShipmentView } from "./schema.ts";
import { toFleetShipmentView } from "./view.ts";

/** What the owner of a fleet does when a state was reported wrongly. */

/**
 * Corrects the state. The audit log says who did it.
 * @throws AppError `not_found`, `precondition_failed`, `shipment_redacted`, `transition_not_allowed`, `not_own_fleet`,
 * `correction_too_late`, `driver_missing`, `return_open`, `validation_failed`, `image_unknown`
 */
export function correctShipment(
  deps: DeliveryDeps,
  managed: Managed,
  input: CorrectShipment,
): Promise<ShipmentView | FleetShipmentView> {
  const { caller, side, id } = managed;
  return changeManaged(deps, managed, (writing, before) => {
    refuseUncorrectable(before, input.status);
    const job = requireFleetJob(writing.tx, before, side);
    const { status, reason, proof = null } = input;
    const at = input.at == null ? writing.now : Date.parse(input.at);
    refuseCorrection(writing, job, input, at);
    const by = side === "account" ? "client" : "operator";
    const shipment = correct(writing, job, { by, status, at, reason, proof });
    queueAudit(writing, caller, {
      action: "shipment.corrected",
      target: { type: "shipment", id, name: shipment.trackingNumber },
      details: { carrier_id: job.assignment.carrier.id, reported: [shipment.status] },
    });
    return viewForSide(writing, side, { ...job, shipment });
  });
}

/** A shipment that one of the installation's fleets has. @throws AppError `not_found` */
export function getFleetShipment(deps: DeliveryDeps, caller: Caller, id: string): FleetShipmentView {
  const { environment } = caller;
  const { db } = deps.stores.platform(environment);
  const shipment = requireManagedShipment(db, caller, "installation", id);
  return toFleetShipmentView(requireFleetJob(db, shipment, "installation"), environment);
}
