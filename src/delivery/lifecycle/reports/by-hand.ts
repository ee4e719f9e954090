import { queueAudit } from "../../../access/audit/outbox.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { DeliveryWriting } from "../../carriers/deps.ts";
import { findAssignment } from "../assignments/transitions.ts";
import { findShipment } from "../state/reading.ts";
import { boundless } from "./keeping.ts";
import type { WireReport } from "./schema.ts";
import type { TripReport } from "./update.ts";

/** What a person reports for a fleet stands in the audit log. */

/** The audit log says who moved each shipment. @param reports what was applied */
export function recordMoves(writing: DeliveryWriting, caller: Caller, reports: readonly WireReport[]): void {
  const moves = reports.filter(({ type }) => !boundless.includes(type));
  for (const [id, ofJob] of Map.groupBy(moves, ({ assignment_id }) => assignment_id)) {
    recordMove(writing, caller, id, ofJob);
  }
}

function recordMove(
  writing: DeliveryWriting,
  caller: Caller,
  assignmentId: string,
  reports: readonly WireReport[],
): void {
  const assignment = findAssignment(writing, assignmentId);
  const shipment = assignment && findShipment(writing.tx, assignment.shipmentId);
  if (!shipment) return;
  const record = (action: "shipment.moved" | "shipment.charged", reported: string[]) => {
    if (reported.length === 0) return;
    queueAudit(writing, caller, {
      action,
      target: { type: "shipment", id: shipment.id, name: shipment.trackingNumber },
      details: { carrier_id: assignment.carrier.id, reported },
    });
  };
  record(
    "shipment.moved",
    reports.flatMap((report) => (report.type === "charge" ? [] : movedBy(report))),
  );
  record(
    "shipment.charged",
    reports.flatMap((report) => (report.type === "charge" ? report.kind : [])),
  );
}

function movedBy(report: TripReport): string {
  return report.type === "progress" ? report.substatus : report.type;
}
