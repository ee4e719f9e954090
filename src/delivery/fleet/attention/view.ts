import { toTimestamp } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { Uncaused } from "./cause.ts";
import { detailOf } from "./detail.ts";
import { remediesFor, type Viewer } from "./remedies.ts";
import type { AttentionItemView, ListedAttentionItemView } from "./schema.ts";
import type { AttentionRow } from "./store.ts";

/** The item as the account or the operator sees it. An account does not know the drivers of the installation. */
export function toAttentionView(
  row: Uncaused,
  side: Viewer,
  environment: Environment,
  now: number,
): AttentionItemView {
  const { kind, facts, since, isInstalled } = row;
  return {
    id: row.id,
    environment,
    account_id: row.accountId,
    shipment_id: row.shipmentId,
    schedule_id: row.scheduleId,
    order_form_id: row.orderFormId,
    order_request_id: row.orderRequestId,
    assignment_id: row.assignmentId,
    carrier_id: row.carrierId,
    driver_id: side === "account" && isInstalled ? null : row.driverId,
    kind,
    since: toTimestamp(since),
    due_at: toTimestamp(row.dueAt),
    is_urgent: facts.isQuiet !== true,
    detail: detailOf(kind, { facts, since, now }),
    remedies: remediesFor(row, side, isInstalled),
  };
}

/** What people call the shipment of an item; undefined for a reader who may not know it. */
type Names = { reference: string | null; trackingNumber: string; recipientName: string | null } | undefined;

/** An item of attention with what people call its shipment. @param names undefined for a reader who may not know them */
export function toListedItem(
  view: AttentionItemView,
  names: Names,
  { cause, facts }: Pick<AttentionRow, "cause" | "facts">,
): ListedAttentionItemView {
  return {
    ...view,
    cause,
    reference: names?.reference ?? null,
    tracking_number: names?.trackingNumber ?? null,
    recipient_name: names?.recipientName ?? null,
    schedule_name: facts.schedule ?? null,
    order_form_name: facts.orderForm ?? null,
  };
}
