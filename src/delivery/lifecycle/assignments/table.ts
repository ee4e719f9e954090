import { integer, table, text } from "../../../infra/db/columns.ts";

export const carrierCalls = table("carrier_calls", {
  id: integer().primaryKey({ autoIncrement: true }),
  assignmentId: text("assignment_id").notNull(),
  carrierId: text("carrier_id").notNull(),
  kind: text().$type<"book" | "update" | "cancel">().notNull(),
  attempts: integer().notNull(),
  dueAt: integer("due_at").notNull(),
  /**
   * When an attempt that may have booked began, in real time; null for carriers that honor the idempotency key. A
   * cancellation has that of the booking before it, where no answer came.
   */
  askedAt: integer("asked_at"),
  /** When the purchase was sent that the carrier may have got, in real time: see `PurchaseRecord`. A cancellation has it too. */
  purchaseSentAt: integer("purchase_sent_at"),
  /** When the carrier answered that it will decide later. */
  pendingAt: integer("pending_at"),
});
