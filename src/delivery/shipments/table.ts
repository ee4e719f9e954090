import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../infra/db/rows.ts";
import type { DeliveryStop, Ending, IfUndeliverable, Parcel, Simulation, Stop } from "./shipment.ts";
import type { Actor, Status, Substatus } from "./status.ts";

export const shipments = sqliteTable("shipments", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  status: text().$type<Status>().notNull(),
  substatus: text().$type<Substatus>(),
  reference: text(),
  trackingNumber: text("tracking_number").notNull(),
  trackingToken: text("tracking_token").notNull(),
  search: text().notNull(),
  pickup: json<Stop>()().notNull(),
  delivery: json<DeliveryStop>()().notNull(),
  parcels: json<Parcel[]>()().notNull(),
  ifUndeliverable: text("if_undeliverable").$type<IfUndeliverable>().notNull(),
  metadata: json<Record<string, string>>()().notNull(),
  simulation: json<Simulation>()(),
  distanceMeters: integer("distance_meters"),
  assignmentId: text("assignment_id"),
  carrierId: text("carrier_id"),
  pin: text(),
  cancellation: json<Ending>()(),
  failure: json<Ending>()(),
  pickedUpAt: integer("picked_up_at"),
  deliveredAt: integer("delivered_at"),
  returnedAt: integer("returned_at"),
  expiresAt: integer("expires_at"),
  version: integer().notNull(),
  eventCount: integer("event_count").notNull(),
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
});

export const shipmentEntries = sqliteTable("shipment_entries", {
  shipmentId: text("shipment_id").notNull(),
  sequence: integer().notNull(),
  status: text().$type<Status>().notNull(),
  substatus: text().$type<Substatus>(),
  code: text(),
  message: text().notNull(),
  source: text().$type<Actor>().notNull(),
  location: json<{ latitude: number; longitude: number }>()(),
  occurredAt: integer("occurred_at").notNull(),
  recordedAt: integer("recorded_at").notNull(),
});
