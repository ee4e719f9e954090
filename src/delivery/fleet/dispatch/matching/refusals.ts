import { AppError } from "../../../../infra/errors.ts";
import type { ShipmentRow } from "../../../lifecycle/state/rows.ts";

/** A driver cannot be rid of goods without another one. @throws AppError `transition_not_allowed` */
export function refusePickedUp({ status }: ShipmentRow, remedy: string): void {
  if (status === "assigned") return;
  throw new AppError("transition_not_allowed", {
    detail: `The driver has the goods. ${remedy}`,
    members: { from: status, to: "assigned", allowed: [] },
  });
}
