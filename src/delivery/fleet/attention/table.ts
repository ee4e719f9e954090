import { integer, json, table, text } from "../../../infra/db/columns.ts";
import type { AttentionFacts, AttentionKind } from "./attention.ts";

export const attentionItems = table("attention_items", {
  id: text().primaryKey(),
  shipmentId: text("shipment_id").notNull(),
  accountId: text("account_id").notNull(),
  assignmentId: text("assignment_id"),
  carrierId: text("carrier_id"),
  /** Whether the carrier is the installation's. */
  isInstalled: integer("is_installed", { mode: "boolean" }).notNull(),
  driverId: text("driver_id"),
  kind: text().$type<AttentionKind>().notNull(),
  since: integer().notNull(),
  dueAt: integer("due_at").notNull(),
  facts: json<AttentionFacts>()().notNull(),
  raisedAt: integer("raised_at").notNull(),
  /** A person of the account has seen to it. The row stays while its rule holds, so that it is not raised again. */
  dismissedAt: integer("dismissed_at"),
  /** The operator has seen to it. The account's own `dismissedAt` stays as it is. */
  operatorDismissedAt: integer("operator_dismissed_at"),
});
