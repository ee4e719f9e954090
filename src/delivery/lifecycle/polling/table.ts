import { integer, table, text } from "../../../infra/db/columns.ts";

export const trackers = table("trackers", {
  assignmentId: text("assignment_id").primaryKey(),
  carrierId: text("carrier_id").notNull(),
  /** An open booking, or what the carrier says about the refund of a cancelled one. */
  awaits: text().$type<"booking" | "refund">().notNull(),
  /** When the carrier is asked next. */
  dueAt: integer("due_at").notNull(),
  /** Asks without an answer in a row. */
  failures: integer().notNull(),
});
