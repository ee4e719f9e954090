import { toTimestamp } from "../../infra/clock.ts";
import type { Environment } from "../../infra/environment.ts";
import type { ChargeView } from "./schema.ts";
import type { ChargeRow } from "./store.ts";

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
    created_at: toTimestamp(row.createdAt),
  };
}

const columns = {
  id: (row) => row.id,
  created_at: (row) => toTimestamp(row.createdAt),
  environment: (_row, environment) => environment,
  account_id: (row) => row.accountId,
  shipment_id: (row) => row.shipmentId,
  assignment_id: (row) => row.assignmentId,
  carrier_id: (row) => row.carrierId,
  kind: (row) => row.kind,
  amount: (row) => row.amount,
  currency: (row) => row.currency,
  billed_by: (row) => row.billedBy,
  reverses: (row) => row.reverses ?? "",
} as const satisfies Record<string, (row: ChargeRow, environment: Environment) => string | number>;

/** RFC 4180. No value holds a comma, a quote or a line break, and none begins like a formula. */
export function toCsv(rows: readonly ChargeRow[], environment: Environment): string {
  const lines = rows.map((row) =>
    Object.values(columns)
      .map((read) => read(row, environment))
      .join(","),
  );
  return [Object.keys(columns).join(","), ...lines, ""].join("\r\n");
}
