import type { CarrierRow } from "../../carriers/store.ts";
import type { AssignmentRow, ShipmentRow } from "../../lifecycle/state/rows.ts";

/** A shipment with what its fleet has of it. */
export interface FleetJob {
  shipment: ShipmentRow;
  assignment: AssignmentRow;
  /** Undefined for a simulated carrier. */
  carrier: CarrierRow | undefined;
}
