import { queueAudit } from "../../../access/audit/outbox.ts";
import { AppError } from "../../../infra/errors.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import { writeOnce } from "../../../infra/idempotency/service.ts";
import { inTimeOf } from "../../../infra/own-time.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import type { Side } from "../../carriers/service.ts";
import { correct } from "../../lifecycle/correcting.ts";
import { viewOf } from "../../lifecycle/state/reading.ts";
import type { ShipmentView } from "../../lifecycle/state/schema.ts";
import { refuseCorrection, refuseUncorrectable } from "./correctable.ts";
import { requireFleetJob, requireManagedShipment } from "./managed.ts";
import type { CorrectShipment, FleetShipmentView } from "./schema.ts";
import { toFleetShipmentView } from "./view.ts";

/** What the owner of a fleet does when a state was reported wrongly. */

/**
 * Corrects the state in one transaction. `accepts` compares the version with If-Match. The audit log says who did it.
 * @returns the shipment: with its addresses for its account, without for the operator
 * @throws AppError `not_found`, `precondition_failed`, `shipment_redacted`, `transition_not_allowed`, `not_own_fleet`,
 * `correction_too_late`, `driver_missing`, `return_open`, `validation_failed`, `image_unknown`
 */
export function correctShipment(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  id: string,
  input: CorrectShipment,
  accepts: (version: number) => boolean,
): Promise<ShipmentView | FleetShipmentView> {
  const { environment } = caller;
  const { accountId } = requireManagedShipment(deps.stores.platform(environment).db, caller, side, id);
  return inTimeOf(deps, { accountId, environment }, () =>
    writeOnce(deps, caller, (writing: DeliveryWriting) => {
      const before = requireManagedShipment(writing.tx, caller, side, id);
      if (!accepts(before.version)) throw new AppError("precondition_failed");
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
      return side === "account"
        ? viewOf(writing, shipment)
        : toFleetShipmentView({ ...job, shipment }, environment);
    }),
  );
}

/** A shipment that one of the installation's fleets has. @throws AppError `not_found` */
export function getFleetShipment(deps: DeliveryDeps, caller: Caller, id: string): FleetShipmentView {
  const { environment } = caller;
  const { db } = deps.stores.platform(environment);
  const shipment = requireManagedShipment(db, caller, "installation", id);
  return toFleetShipmentView(requireFleetJob(db, shipment, "installation"), environment);
}
