import { integer, table, text } from "../../../infra/db/columns.ts";
import type { Biller, ChargeKind } from "./charge.ts";

export const charges = table("charges", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  shipmentId: text("shipment_id").notNull(),
  assignmentId: text("assignment_id").notNull(),
  carrierId: text("carrier_id").notNull(),
  kind: text().$type<ChargeKind>().notNull(),
  /** Minor units; negative in a discount, and in an adjustment that takes something back. */
  amount: integer().notNull(),
  /** What the carrier takes of the installation; null in rows that are older than margins: the amount. */
  cost: integer(),
  currency: text().notNull(),
  billedBy: text("billed_by").$type<Biller>().notNull(),
  /** The charge that an adjustment reverses. */
  reverses: text(),
  /** Of a later charge, until it is erased. */
  reason: text(),
  createdAt: integer("created_at").notNull(),
});
