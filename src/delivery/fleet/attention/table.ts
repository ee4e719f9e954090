import { integer, json, personal, plain, table, text } from "../../../infra/db/columns.ts";
import { type AttentionFacts, type AttentionKind, redactFacts } from "./attention.ts";

export const attentionItems = table("attention_items", {
  id: plain(text().primaryKey()),
  /** Null: it is of a schedule or an order form. */
  shipmentId: plain(text("shipment_id")),
  scheduleId: plain(text("schedule_id")),
  orderFormId: plain(text("order_form_id")),
  /** Of `order_waiting`. */
  orderRequestId: plain(text("order_request_id")),
  accountId: plain(text("account_id").notNull()),
  assignmentId: plain(text("assignment_id")),
  carrierId: plain(text("carrier_id")),
  /** Whether the carrier is the installation's. */
  isInstalled: plain(integer("is_installed", { mode: "boolean" }).notNull()),
  driverId: plain(text("driver_id")),
  kind: plain(text().$type<AttentionKind>().notNull()),
  /** Equal for items that need a person for the same reason. */
  cause: plain(text().notNull()),
  since: plain(integer().notNull()),
  dueAt: plain(integer("due_at").notNull()),
  facts: personal(json<AttentionFacts>()().notNull(), redactFacts),
  raisedAt: plain(integer("raised_at").notNull()),
  /** A person of the account has seen to it. The row stays while its rule holds, so that it is not raised again. */
  dismissedAt: plain(integer("dismissed_at")),
  /** The operator has seen to it. The account's own `dismissedAt` stays as it is. */
  operatorDismissedAt: plain(integer("operator_dismissed_at")),
});

export type AttentionRow = typeof attentionItems.$inferSelect;
