import { maskedBody } from "@/access/request-log/masking.ts";
import { toTimestamp } from "@/infra/clock.ts";
import type { Environment } from "@/infra/environment.ts";
import type { CarrierWebhookRow } from "../store.ts";
import type { CarrierWebhook, CarrierWebhookDetails } from "./schema.ts";

/** Headers whose values say nothing secret. A carrier may send a secret in any other. */
const harmlessHeaders: ReadonlySet<string> = new Set([
  ...["accept", "accept-encoding", "connection", "content-length", "content-type", "date", "host"],
  ...["user-agent", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-request-id"],
]);
const mask = "***";

export function toCarrierWebhookView(environment: Environment, row: CarrierWebhookRow): CarrierWebhook {
  return {
    id: row.id,
    environment,
    carrier_id: row.carrierId,
    status: row.status,
    reason: row.reason,
    shipment_id: row.shipmentId,
    bytes: row.body.length,
    received_at: toTimestamp(row.receivedAt),
    next_attempt_at: row.dueAt === null ? null : toTimestamp(row.dueAt),
  };
}

export function toCarrierWebhookDetails(
  environment: Environment,
  row: CarrierWebhookRow,
  headers: Readonly<Record<string, string>>,
): CarrierWebhookDetails {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    harmlessHeaders.has(name) ? value : mask,
  ]);
  return {
    ...toCarrierWebhookView(environment, row),
    headers: Object.fromEntries(shown),
    body: maskedBody(row.body),
  };
}
