import { integer, table, text } from "../../../infra/db/columns.ts";
import type { MailReason, MailStatus, Moment } from "./moment.ts";

/** Mails to recipients. No column holds an address. */
export const recipientMails = table("recipient_mails", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  shipmentId: text("shipment_id").notNull(),
  moment: text().$type<Moment>().notNull(),
  status: text().$type<MailStatus>().notNull(),
  /** Why it was skipped or failed. */
  reason: text().$type<MailReason>(),
  /** Of the link that stops further mails for the shipment, and when it was used. */
  stopToken: text("stop_token").notNull(),
  stoppedAt: integer("stopped_at"),
  /** A keyed hash of the address, for a day after the last attempt. */
  addressHash: text("address_hash"),
  createdAt: integer("created_at").notNull(),
  attempts: integer().notNull(),
  /** Null again after an attempt that failed for another reason than the address: it counts for no limit. */
  attemptedAt: integer("attempted_at"),
  /** The next attempt; null when it was sent, skipped or given up. */
  dueAt: integer("due_at"),
  sentAt: integer("sent_at"),
});
