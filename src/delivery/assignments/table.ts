import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { json } from "../../infra/db/rows.ts";
import type { CarrierIdentity, Service } from "../carriers/carrier.ts";
import type { AssignmentStatus, Driver } from "./assignment.ts";

export const assignments = sqliteTable("assignments", {
  id: text().primaryKey(),
  shipmentId: text("shipment_id").notNull(),
  quoteId: text("quote_id").notNull(),
  status: text().$type<AssignmentStatus>().notNull(),
  attempt: integer().notNull(),
  carrier: json<CarrierIdentity>()().notNull(),
  service: json<Service>()().notNull(),
  amount: integer().notNull(),
  currency: text().notNull(),
  estimatedPickupAt: integer("estimated_pickup_at").notNull(),
  estimatedDeliveryAt: integer("estimated_delivery_at").notNull(),
  driver: json<Driver>()(),
  carrierReference: text("carrier_reference"),
  assignedAt: integer("assigned_at").notNull(),
  releasedAt: integer("released_at"),
  releaseReason: text("release_reason"),
});

export const carrierCalls = sqliteTable("carrier_calls", {
  id: integer().primaryKey({ autoIncrement: true }),
  assignmentId: text("assignment_id").notNull(),
  carrierId: text("carrier_id").notNull(),
  kind: text().$type<"book" | "update" | "cancel">().notNull(),
  attempts: integer().notNull(),
  dueAt: integer("due_at").notNull(),
  /** When a try of a booking began that may have booked; null for carriers that honor the idempotency key. */
  askedAt: integer("asked_at"),
});
