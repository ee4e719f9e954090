import { toTimestamp } from "../../infra/clock.ts";
import type { Environment } from "../../infra/environment.ts";
import { detailOf } from "./detail.ts";
import { remediesFor, type Viewer } from "./remedies.ts";
import type { AttentionItemView } from "./schema.ts";
import type { AttentionRow } from "./store.ts";

/** The item as the account or the operator sees it. An account does not know the drivers of the installation. */
export function toAttentionView(
  row: AttentionRow,
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
    assignment_id: row.assignmentId,
    carrier_id: row.carrierId,
    driver_id: side === "account" && isInstalled ? null : row.driverId,
    kind,
    since: toTimestamp(since),
    due_at: toTimestamp(row.dueAt),
    detail: detailOf(kind, { facts, since, now }),
    remedies: remediesFor(row, side, isInstalled),
  };
}
