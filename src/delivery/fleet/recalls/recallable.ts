import { AppError } from "../../../infra/errors.ts";
import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { Status } from "../../model/model.ts";

/** Which goods can be called back. */

const insteadIn: Partial<Record<Status, string>> = {
  created: "Cancel it instead.",
  quoted: "Cancel it instead.",
  expired: "Cancel it instead.",
  assigned: "The driver does not have the goods yet. Cancel it instead.",
  delivered: "Create a return to bring the goods back.",
  returning: "The goods are on their way back already.",
};

/** @throws AppError `shipment_not_recallable` */
export function refuseUnrecallable({ status }: Pick<ShipmentRow, "status">): void {
  if (status === "in_transit") return;
  throw new AppError("shipment_not_recallable", {
    detail: `The shipment is ${status.replaceAll("_", " ")}. ${insteadIn[status] ?? "Nobody has its goods."}`,
    members: { shipment_status: status },
  });
}
