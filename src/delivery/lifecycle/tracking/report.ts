import { toTimestamp } from "../../../infra/clock.ts";
import type { CarrierUpdate } from "../../carriers/carrier-update.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import type { ReasonCode } from "../../model/model.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import type { Ending } from "../state/shipment.ts";
import type { Actor } from "../state/status.ts";

/** A carrier's report about an assignment, and when it happened. */
export interface Report {
  assignmentId: string;
  by: Extract<Actor, "carrier" | "driver" | "simulator">;
  at: number;
  /** What people call the driver who reports it, where a driver does. */
  driverName?: string | undefined;
  update: CarrierUpdate;
  /**
   * A carrier that Waybill polls has delivered whatever Waybill says: the delivery stands, and the proof says what is
   * missing. Everybody else must send the required proof first.
   */
  standsUnproven?: true;
  /** Whoever owns the fleet enters it for a driver without a phone: the proof is their word, and says what is missing. */
  enteredBy?: Extract<Actor, "client" | "operator"> | undefined;
}

/** `late`: it changed nothing, because something newer is known or the carrier no longer has the shipment. */
export type ReportResult = "applied" | "late";

/** A report, the transaction, and the present rows that it is about. */
export interface ReportContext {
  writing: DeliveryWriting;
  report: Report;
  shipment: ShipmentRow;
  assignment: AssignmentRow;
}

export type UpdateOf<Kind extends CarrierUpdate["kind"]> = Extract<CarrierUpdate, { kind: Kind }>;

/** Why the goods did not arrive, as the shipment keeps it. */
export function failureOf(report: Report, reason: ReasonCode, message: string): Ending {
  return { reason_code: reason, message, by: report.by, at: toTimestamp(report.at) };
}
