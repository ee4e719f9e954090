import { queueAudit } from "../../../access/audit/outbox.ts";
import type { Caller } from "../../../infra/http/principal.ts";
import type { DeliveryDeps, DeliveryWriting } from "../../carriers/deps.ts";
import type { ImageView } from "../../carriers/images/schema.ts";
import { uploadImage } from "../../carriers/images/service.ts";
import { requireFleet } from "../../carriers/kinds/fleet/cards.ts";
import type { Side } from "../../carriers/service.ts";
import { findAssignment } from "../../lifecycle/assignments/transitions.ts";
import { boundless } from "../../lifecycle/reports/keeping.ts";
import type { ReportResultsView, WireReport } from "../../lifecycle/reports/schema.ts";
import { receiveReports } from "../../lifecycle/reports/service.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";

/** The owner of a fleet moves its jobs by hand, with the reports and images that a carrier's server would send. */

/** The audit log says who moved a shipment. @throws AppError `not_found`, also for a carrier of another kind */
export async function reportByHand(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  carrierId: string,
  values: readonly unknown[],
): Promise<ReportResultsView> {
  requireFleet(deps, caller, side, carrierId);
  return receiveReports(deps, caller, carrierId, values, (writing, reports) => {
    const moves = reports.filter(({ type }) => !boundless.includes(type));
    for (const [id, ofJob] of Map.groupBy(moves, ({ assignment_id }) => assignment_id)) {
      recordMove(writing, caller, id, ofJob);
    }
  });
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
  queueAudit(writing, caller, {
    action: "shipment.moved",
    target: { type: "shipment", id: shipment.id, name: shipment.trackingNumber },
    details: {
      carrier_id: assignment.carrier.id,
      reported: reports.map((report) => (report.type === "progress" ? report.substatus : report.type)),
    },
  });
}

/** @throws AppError `not_found`, `validation_failed` for what is no picture, `limit_reached` */
export async function uploadByHand(
  deps: DeliveryDeps,
  caller: Caller,
  side: Side,
  carrierId: string,
  bytes: Uint8Array,
): Promise<ImageView> {
  const { accountId } = requireFleet(deps, caller, side, carrierId);
  return uploadImage(deps, caller, { carrierId, accountId }, bytes);
}
