import type { Db, Tx } from "../../../infra/db/store.ts";
import { AppError } from "../../../infra/errors.ts";
import { fleetCode } from "../../carriers/kind.ts";
import { findCarrierRow, type Side } from "../../carriers/service.ts";
import { openRecall } from "../../lifecycle/state/recall.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { Status } from "../../model/model.ts";
import { requireFleetJob } from "../corrections/managed.ts";
import type { FleetJob } from "../corrections/view.ts";

/** Which goods can be called back. */

const insteadIn: Partial<Record<Status, string>> = {
  created: "Cancel it instead.",
  quoted: "Cancel it instead.",
  expired: "Cancel it instead.",
  assigned: "The driver does not have the goods yet. Cancel it instead.",
  delivered: "Create a return to bring the goods back.",
  returning: "The goods are on their way back already.",
};

/** Goods that one of the side's riders has. @throws AppError `shipment_redacted`, `shipment_not_recallable`, `not_own_fleet` */
export function requireRecallable(db: Db | Tx, shipment: ShipmentRow, side: Side): FleetJob {
  const { status } = shipment;
  if (shipment.redactedAt !== null) throw new AppError("shipment_redacted");
  if (status === "in_transit") return requireRiders(db, shipment, side);
  throw new AppError("shipment_not_recallable", {
    detail: `The shipment is ${status.replaceAll("_", " ")}. ${insteadIn[status] ?? "Nobody has its goods."}`,
    members: { shipment_status: status },
  });
}

/** Nobody can call a simulated driver. @throws AppError `not_own_fleet` */
export function requireRiders(db: Db | Tx, shipment: ShipmentRow, side: Side): FleetJob {
  const job = requireFleetJob(db, shipment, side);
  if (job.carrier) return job;
  throw new AppError("not_own_fleet", {
    detail: "A simulated driver hears nothing. Use a fleet of your own.",
  });
}

/** Whether the account can call the goods back now. */
export function isRecallable(db: Db | Tx, shipment: ShipmentRow): boolean {
  const { status, carrierId, accountId, redactedAt } = shipment;
  if (status !== "in_transit" || carrierId === null || redactedAt !== null || openRecall(shipment))
    return false;
  const carrier = findCarrierRow(db, carrierId);
  return carrier?.kind === fleetCode && carrier.accountId === accountId;
}
