import { queueAudit } from "../../../access/audit/outbox.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import { minuteMs } from "../../../infra/units.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import type { Side } from "../../carriers/service.ts";
import { confirmRecall, requestRecall, withdrawRecall } from "../../lifecycle/recalling.ts";
import { openRecall, type Recall } from "../../lifecycle/state/recall.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { ShipmentView } from "../../lifecycle/state/schema.ts";
import { changeManaged, type Managed, viewForSide } from "../corrections/managed.ts";
import type { FleetShipmentView } from "../corrections/schema.ts";
import type { FleetJob } from "../corrections/view.ts";
import { requireRecallable, requireRiders } from "./recallable.ts";
import type { ConfirmRecall, RecallShipment } from "./schema.ts";

/** The owner of a fleet has goods brought back that are on their way. */

/** Clocks of callers differ. */
const toleranceMs = 5 * minuteMs;

/**
 * Asks the driver to bring the goods back; asked twice, it stays as it is.
 * @throws AppError `not_found`, `precondition_failed`, `shipment_redacted`, `shipment_not_recallable`, `not_own_fleet`
 */
export function recallShipment(
  deps: DeliveryDeps,
  managed: Managed,
  { reason }: RecallShipment,
): Promise<ShipmentView | FleetShipmentView> {
  return changeRecall(deps, managed, {
    action: "recall_requested",
    jobOf: requireRecallable,
    change: (writing, shipment, by) => requestRecall(writing, shipment, { by, reason }),
  });
}

/**
 * The goods go on to the recipient.
 * @throws AppError as `recallShipment`, and `recall_not_pending` once the driver has seen the request
 */
export function withdrawShipmentRecall(
  deps: DeliveryDeps,
  managed: Managed,
): Promise<ShipmentView | FleetShipmentView> {
  return changeRecall(deps, managed, {
    action: "recall_withdrawn",
    jobOf: requireRecalled,
    change: withdrawRecall,
  });
}

/**
 * A dispatcher has told the driver, who has no phone or does not look at it.
 * @throws AppError as `withdrawShipmentRecall`, and `validation_failed`
 */
export function confirmShipmentRecall(
  deps: DeliveryDeps,
  managed: Managed,
  input: ConfirmRecall,
): Promise<ShipmentView | FleetShipmentView> {
  return changeRecall(deps, managed, {
    action: "recall_confirmed",
    jobOf: requireRecalled,
    change(writing, shipment) {
      const at = input?.at == null ? writing.now : Date.parse(input.at);
      refuseWrongTime(requireOpen(shipment), at, writing.now);
      return confirmRecall(writing, shipment, { by: "carrier", at });
    },
  });
}

function refuseWrongTime(recall: Recall, at: number, now: number): void {
  if (at > now + toleranceMs) {
    throw invalidField("#/at", "maximum", "must not be more than 5 minutes ahead of now");
  }
  if (at < recall.at) throw invalidField("#/at", "minimum", "must not be before the request");
}

/** @throws AppError `shipment_redacted`, `recall_not_pending`, `not_own_fleet` */
function requireRecalled(tx: DeliveryWriting["tx"], shipment: ShipmentRow, side: Side): FleetJob {
  if (shipment.redactedAt !== null) throw new AppError("shipment_redacted");
  requireOpen(shipment);
  return requireRiders(tx, shipment, side);
}

/** @throws AppError `recall_not_pending` */
function requireOpen(shipment: ShipmentRow): Recall {
  const recall = openRecall(shipment);
  if (recall) return recall;
  throw new AppError("recall_not_pending", {
    detail:
      shipment.status === "returning"
        ? "The goods are on their way back already. Correct the state to in_transit to let them go on."
        : `The shipment is ${shipment.status.replaceAll("_", " ")}, and nobody asks for its goods.`,
    members: { shipment_status: shipment.status },
  });
}

interface RecallChange {
  action: "recall_requested" | "recall_withdrawn" | "recall_confirmed";
  /** Whose goods they are. Throws where the state of the shipment does not allow it. */
  jobOf(tx: DeliveryWriting["tx"], shipment: ShipmentRow, side: Side): FleetJob;
  change(writing: DeliveryWriting, shipment: ShipmentRow, by: Recall["by"]): ShipmentRow;
}

/** The audit log says who did it, where something changed. */
function changeRecall(
  deps: DeliveryDeps,
  managed: Managed,
  { action, jobOf, change }: RecallChange,
): Promise<ShipmentView | FleetShipmentView> {
  const { caller, side, id } = managed;
  return changeManaged(deps, managed, (writing, before) => {
    const job = jobOf(writing.tx, before, side);
    const shipment = change(writing, before, side === "account" ? "client" : "operator");
    if (shipment !== before) {
      queueAudit(writing, caller, {
        action: `shipment.${action}`,
        target: { type: "shipment", id, name: shipment.trackingNumber },
        details: { carrier_id: job.assignment.carrier.id },
      });
    }
    return viewForSide(writing, side, { ...job, shipment });
  });
}
