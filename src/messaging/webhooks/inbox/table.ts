import { integer, json, table, text } from "../../../infra/db/columns.ts";

export const inboxMessages = table("inbox_messages", {
  position: integer().primaryKey({ autoIncrement: true }),
  id: text().notNull(),
  accountId: text("account_id").notNull(),
  webhookId: text("webhook_id").notNull(),
  deliveryId: text("delivery_id").notNull(),
  attempt: integer().notNull(),
  /** Its body is the message's. */
  eventId: text("event_id").notNull(),
  type: text().notNull(),
  shipmentId: text("shipment_id"),
  headers: json<Record<string, string>>()().notNull(),
  receivedAt: integer("received_at").notNull(),
});
