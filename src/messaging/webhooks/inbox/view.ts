import { toTimestamp } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import type { InboxMessage } from "./schema.ts";
import type { Message } from "./store.ts";

/** @param body the event's, as it was sent */
export function toInboxMessage(row: Message, environment: Environment, body: string): InboxMessage {
  return {
    id: row.id,
    environment,
    webhook_id: row.webhookId,
    delivery_id: row.deliveryId,
    attempt: row.attempt,
    event_id: row.eventId,
    type: row.type,
    shipment_id: row.shipmentId,
    headers: row.headers,
    body,
    received_at: toTimestamp(row.receivedAt),
  };
}
