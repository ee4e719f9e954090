import { integer, plain, table, text } from "../../../infra/db/columns.ts";

export const carrierCalls = table("carrier_calls", {
  id: plain(integer().primaryKey({ autoIncrement: true })),
  assignmentId: plain(text("assignment_id").notNull()),
  carrierId: plain(text("carrier_id").notNull()),
  kind: plain(text().$type<"book" | "update" | "cancel">().notNull()),
  attempts: plain(integer().notNull()),
  dueAt: plain(integer("due_at").notNull()),
  /**
   * When an attempt that may have booked began, in real time; null for carriers that honor the idempotency key. A
   * cancellation has that of the booking before it, where no answer came.
   */
  askedAt: plain(integer("asked_at")),
  /** When the purchase was sent that the carrier may have got, in real time: see `PurchaseRecord`. A cancellation has it too. */
  purchaseSentAt: plain(integer("purchase_sent_at")),
  /** When the carrier answered that it will decide later. */
  pendingAt: plain(integer("pending_at")),
});
