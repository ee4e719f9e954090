import { toTimestamp } from "../../../infra/clock.ts";
import type { NoticeRow } from "../../lifecycle/driver-notices/store.ts";
import type { AssignmentRow, ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { TrackingRow } from "../../lifecycle/tracking/store.ts";
import type { Position } from "../../lifecycle/tracking/tracking.ts";
import { toEtaView, toPositionView } from "../../lifecycle/tracking/view.ts";
import { toNoticeView } from "../dispatch/notices/view.ts";
import type { DriverPlace } from "../drivers/driver.ts";
import type { DriverRow } from "../drivers/store.ts";
import type { LiveDriver, LiveNotice, LivePosition, LiveState } from "./schema.ts";

/** A shipment with what else the stream shows of it. */
export interface LiveSubject {
  shipment: ShipmentRow;
  assignment: AssignmentRow | null;
  tracking: TrackingRow | undefined;
  /** Null for a driver whom the reader does not know. */
  driverId: string | null;
}

export function toLiveState({ shipment, assignment, tracking, driverId }: LiveSubject): LiveState {
  return {
    shipment_id: shipment.id,
    driver_id: driverId,
    account_id: shipment.accountId,
    assignment_id: shipment.assignmentId,
    carrier_id: shipment.carrierId,
    status: shipment.status,
    substatus: shipment.substatus,
    reference: shipment.reference,
    tracking_number: shipment.trackingNumber,
    eta: toEtaView(shipment.status, tracking, assignment ?? undefined),
    updated_at: toTimestamp(shipment.updatedAt),
  };
}

export function toLivePosition({ shipment, driverId }: LiveSubject, position: Position): LivePosition {
  return { shipment_id: shipment.id, driver_id: driverId, position: toPositionView(position) };
}

export function toLiveNotice(row: NoticeRow): LiveNotice {
  const { id, driver_id, assignment_id, shipment_id, kind, made_at, reached_at, seen_at } = toNoticeView(
    row,
    null,
  );
  return { id, driver_id, assignment_id, shipment_id, kind, made_at, reached_at, seen_at };
}

export function toLiveDriver(row: DriverRow, place: DriverPlace | undefined): LiveDriver {
  return {
    driver_id: row.id,
    carrier_id: row.carrierId,
    name: row.name,
    on_duty: row.onDuty,
    position: row.onDuty && place ? toPositionView(place) : null,
  };
}
