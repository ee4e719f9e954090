import { toTimestamp } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import { inMajorUnits } from "../../../infra/geography/country.ts";
import type { Columns } from "../../../infra/text/csv.ts";
import { costOf } from "../../carriers/margin.ts";
import type { ChargeView, ListedChargeView, ReportedChargeView } from "./schema.ts";
import type { ChargeRow, ReportedRow } from "./store.ts";

export function toChargeView(row: ChargeRow, environment: Environment): ChargeView {
  return {
    id: row.id,
    environment,
    shipment_id: row.shipmentId,
    assignment_id: row.assignmentId,
    account_id: row.accountId,
    carrier_id: row.carrierId,
    kind: row.kind,
    amount: { amount: row.amount, currency: row.currency },
    billed_by: row.billedBy,
    reverses: row.reverses,
    reason: row.reason,
    created_at: toTimestamp(row.createdAt),
  };
}

/** As its carrier reported it: what the account pays of it shows the operator's margin. */
export function toReportedCharge(row: ReportedRow): ReportedChargeView {
  return {
    id: row.id,
    report_id: row.reportId,
    kind: row.kind,
    amount: { amount: Math.abs(costOf(row)), currency: row.currency },
    description: row.reason,
    created_at: toTimestamp(row.createdAt),
  };
}

/** @param names undefined for a deleted shipment */
export function toChargedShipment(
  names: { reference: string | null; trackingNumber: string } | undefined,
): ListedChargeView["shipment"] {
  return names ? { reference: names.reference, tracking_number: names.trackingNumber } : null;
}

export const csvColumns = {
  id: ({ id }) => id,
  created_at: ({ created_at }) => created_at,
  environment: ({ environment }) => environment,
  account_id: ({ account_id }) => account_id,
  shipment_id: ({ shipment_id }) => shipment_id,
  assignment_id: ({ assignment_id }) => assignment_id,
  carrier_id: ({ carrier_id }) => carrier_id,
  kind: ({ kind }) => kind,
  amount: ({ amount }) => amount.amount,
  currency: ({ amount }) => amount.currency,
  billed_by: ({ billed_by }) => billed_by,
  reverses: ({ reverses }) => reverses,
  reason: ({ reason = null }) => reason,
  reference: ({ shipment }) => shipment?.reference ?? null,
  tracking_number: ({ shipment }) => shipment?.tracking_number ?? null,
  amount_decimal: ({ amount }) => inMajorUnits(amount),
} as const satisfies Columns<ListedChargeView>;
