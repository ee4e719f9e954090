import { integer, json, plain, table, text } from "../../../infra/db/columns.ts";

export const inboxMessages = table("inbox_messages", {
  position: plain(integer().primaryKey({ autoIncrement: true })),
  id: plain(text().notNull()),
  accountId: plain(text("account_id").notNull()),
  webhookId: plain(text("webhook_id").notNull()),
  deliveryId: plain(text("delivery_id").notNull()),
  attempt: plain(integer().notNull()),
  /** Its body is the message's. */
  eventId: plain(text("event_id").notNull()),
  type: plain(text().notNull()),
  shipmentId: plain(text("shipment_id")),
  headers: plain(json<Record<string, string>>()().notNull()),
  receivedAt: plain(integer("received_at").notNull()),
});
