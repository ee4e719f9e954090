import { integer, plain, table, text } from "../../infra/db/columns.ts";

export const simulations = table("simulations", {
  assignmentId: plain(text("assignment_id").primaryKey()),
  shipmentId: plain(text("shipment_id").notNull()),
  step: plain(integer().notNull()),
  startedAt: plain(integer("started_at").notNull()),
  dueAt: plain(integer("due_at")),
});
