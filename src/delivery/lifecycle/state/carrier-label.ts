import type { Writing } from "../../../infra/deps.ts";
import type { CarrierLabelState } from "./assignment.ts";
import { changeShipment } from "./change.ts";
import type { AssignmentRow, ShipmentRow } from "./rows.ts";
import { shipmentStore } from "./store.ts";

/** The carrier's own label came, or will not come: the shipment tells it. */
export function changeCarrierLabel(
  writing: Writing,
  shipment: ShipmentRow,
  { id, carrier }: AssignmentRow,
  carrierLabel: CarrierLabelState,
): void {
  shipmentStore(writing.tx).changeAssignment(id, { carrierLabel });
  const message =
    carrierLabel === "ready" ? `The label of ${carrier.name} is ready.` : `${carrier.name} gave no label.`;
  changeShipment(writing, shipment, { by: "carrier", message });
}
