import type { CarrierUpdate } from "../carriers/carrier.ts";
import type { DeliveryWriting } from "../deps.ts";
import type { AssignmentRow, ShipmentRow } from "../lifecycle/rows.ts";
import type { Actor } from "../lifecycle/status.ts";

/** A carrier's report about an assignment, and when it happened. */
export interface Report {
  assignmentId: string;
  by: Extract<Actor, "carrier" | "driver" | "simulator">;
  at: number;
  update: CarrierUpdate;
}

/** A report, the transaction, and the present rows that it is about. */
export interface ReportContext {
  writing: DeliveryWriting;
  report: Report;
  shipment: ShipmentRow;
  assignment: AssignmentRow;
}

export type UpdateOf<Kind extends CarrierUpdate["kind"]> = Extract<CarrierUpdate, { kind: Kind }>;
