import { integer, plain, table, text } from "@/infra/db/columns.ts";

export const polls = table("trackers", {
  assignmentId: plain(text("assignment_id").primaryKey()),
  carrierId: plain(text("carrier_id").notNull()),
  /** An open booking, or what the carrier says about the refund of a cancelled one. */
  awaits: plain(text().$type<"booking" | "refund">().notNull()),
  /** When the carrier is asked next. */
  dueAt: plain(integer("due_at").notNull()),
  /** Asks without an answer in a row. */
  failures: plain(integer().notNull()),
});
