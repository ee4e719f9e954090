import { toTimestamp, toTimestampOrNull } from "@/infra/clock.ts";
import type { NoticeRow } from "../../../lifecycle/driver-notices/store.ts";
import type { ShipmentRow } from "../../../lifecycle/state/rows.ts";
import type { NoticeView } from "./schema.ts";

/** @param shipment what it is about, as far as the reader may know it; null for an offer and for a note */
export function toNoticeView(row: NoticeRow, shipment: ShipmentRow | null): NoticeView {
  const at = shipment && (shipment.status === "in_transit" ? shipment.delivery : shipment.pickup);
  const { reason = null, text = null, changes = [] } = row.details;
  return {
    id: row.id,
    driver_id: row.driverId,
    kind: row.kind,
    assignment_id: row.assignmentId,
    shipment_id: row.shipmentId,
    made_at: toTimestamp(row.madeAt),
    ...toReceipt(row),
    tracking_number: shipment?.trackingNumber ?? null,
    name: at && (at.contact.company ?? at.contact.name),
    address_line: at && [at.address.line1, at.address.city].filter(Boolean).join(", "),
    reason,
    text,
    changes: changes.map(({ stop, previousWindow, previousAddress = null }) => ({
      stop,
      has_new_window: previousWindow !== undefined,
      previous_window: previousWindow ?? null,
      previous_address: previousAddress,
    })),
  };
}

/** Both null without a notice: of jobs from before Waybill kept them. */
export function toReceipt(
  row: Pick<NoticeRow, "reachedAt" | "seenAt"> | undefined,
): Pick<NoticeView, "reached_at" | "seen_at"> {
  return {
    reached_at: toTimestampOrNull(row?.reachedAt ?? null),
    seen_at: toTimestampOrNull(row?.seenAt ?? null),
  };
}
