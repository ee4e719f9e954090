import { toTimestamp, toTimestampOrNull } from "../../infra/clock.ts";
import type { Environment } from "../../infra/environment.ts";
import type { AssignmentView } from "./schema.ts";
import type { AssignmentRow } from "./store.ts";

export function toAssignmentView(row: AssignmentRow, environment: Environment): AssignmentView {
  return {
    id: row.id,
    shipment_id: row.shipmentId,
    quote_id: row.quoteId,
    environment,
    status: row.status,
    carrier: row.carrier,
    service: row.service,
    price: { amount: row.amount, currency: row.currency },
    driver: row.driver,
    attempt: row.attempt,
    assigned_at: toTimestamp(row.assignedAt),
    released_at: toTimestampOrNull(row.releasedAt),
    release_reason: row.releaseReason,
  };
}
