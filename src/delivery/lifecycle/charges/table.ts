import { integer, personal, plain, table, text } from "../../../infra/db/columns.ts";
import type { Biller, ChargeKind } from "./charge.ts";

export const charges = table("charges", {
  id: plain(text().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  shipmentId: plain(text("shipment_id").notNull()),
  assignmentId: plain(text("assignment_id").notNull()),
  carrierId: plain(text("carrier_id").notNull()),
  kind: plain(text().$type<ChargeKind>().notNull()),
  /** Minor units; negative in a discount, and in an adjustment that takes something back. */
  amount: plain(integer().notNull()),
  /** What the carrier takes of the installation; null in rows that are older than margins: the amount. */
  cost: plain(integer()),
  currency: plain(text().notNull()),
  billedBy: plain(text("billed_by").$type<Biller>().notNull()),
  /** The charge that an adjustment reverses. */
  reverses: plain(text()),
  /** Of a later charge, until it is erased. */
  reason: personal(text(), null),
  /** SHA-256 of the name of the carrier's report that says it, and of its assignment. */
  reportHash: plain(text("report_hash")),
  /** The name of that report, in the carrier's words; null in rows that are older than it. */
  reportId: personal(text("report_id"), null),
  /** By which order form its shipment was ordered. */
  orderFormId: plain(text("order_form_id")),
  /** What the customer of that form pays beside it, in percent; null: nobody says. */
  markupPercent: plain(integer("markup_percent")),
  createdAt: plain(integer("created_at").notNull()),
});
