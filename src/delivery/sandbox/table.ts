import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const simulations = sqliteTable("simulations", {
  assignmentId: text("assignment_id").primaryKey(),
  shipmentId: text("shipment_id").notNull(),
  step: integer().notNull(),
  startedAt: integer("started_at").notNull(),
  dueAt: integer("due_at"),
});
