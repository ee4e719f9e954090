import { integer, table, text } from "../../infra/db/columns.ts";

export const simulations = table("simulations", {
  assignmentId: text("assignment_id").primaryKey(),
  shipmentId: text("shipment_id").notNull(),
  step: integer().notNull(),
  startedAt: integer("started_at").notNull(),
  dueAt: integer("due_at"),
});
