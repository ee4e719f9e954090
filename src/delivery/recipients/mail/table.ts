import { integer, personal, plain, table, text } from "../../../infra/db/columns.ts";
import type { MailReason, MailStatus, Moment } from "./moment.ts";

/** Mails to recipients. No column holds an address. */
export const recipientMails = table("recipient_mails", {
  id: plain(text().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  shipmentId: plain(text("shipment_id").notNull()),
  moment: plain(text().$type<Moment>().notNull()),
  status: plain(text().$type<MailStatus>().notNull()),
  /** Why it was skipped or failed. */
  reason: plain(text().$type<MailReason>()),
  /** Of the link that stops further mails for the shipment, and when it was used. */
  stopToken: plain(text("stop_token").notNull()),
  stoppedAt: plain(integer("stopped_at")),
  /** A keyed hash of the address, for a day after the last attempt. */
  addressHash: personal(text("address_hash"), null),
  /** The window that a `delayed` mail told, or may have: its ends in UTC. */
  toldWindow: plain(text("told_window")),
  createdAt: plain(integer("created_at").notNull()),
  attempts: plain(integer().notNull()),
  /** Null again after an attempt that failed for another reason than the address: it counts for no limit. */
  attemptedAt: plain(integer("attempted_at")),
  /** The next attempt; null when it was sent, skipped or given up. */
  dueAt: plain(integer("due_at")),
  sentAt: plain(integer("sent_at")),
});
