import { expires, gone, integer, personal, plain, table, text } from "../../infra/db/columns.ts";
import type { Role } from "../roles.ts";
import { keptMs } from "./invitation.ts";

/** Links with which somebody joins an account. */
export const invitations = table("invitations", {
  id: plain(text().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  email: personal(text().notNull(), gone),
  role: plain(text().$type<Role>().notNull()),
  /** Id of the user. */
  invitedBy: plain(text("invited_by").notNull()),
  createdAt: plain(integer("created_at").notNull()),
  expiresAt: expires(integer("expires_at").notNull(), keptMs),
  /** When it was accepted, withdrawn or replaced; null while it is open. */
  endedAt: plain(integer("ended_at")),
  tokenHash: plain(text("token_hash").notNull()),
  /** Of the link in the mail; null before it is written. */
  mailedTokenHash: plain(text("mailed_token_hash")),
  /** Null: not mailed. */
  mailAskedAt: plain(integer("mail_asked_at")),
  attempts: plain(integer().notNull()),
  /** Next attempt to send the mail; null when it was sent or given up. */
  dueAt: plain(integer("due_at")),
});
