import { integer, table, text } from "../../infra/db/columns.ts";
import type { Role } from "../roles.ts";

/** Links with which somebody joins an account. */
export const invitations = table("invitations", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  email: text().notNull(),
  role: text().$type<Role>().notNull(),
  /** Id of the user. */
  invitedBy: text("invited_by").notNull(),
  createdAt: integer("created_at").notNull(),
  expiresAt: integer("expires_at").notNull(),
  /** When it was accepted, withdrawn or replaced; null while it is open. */
  endedAt: integer("ended_at"),
  tokenHash: text("token_hash").notNull(),
  /** Of the link in the mail; null before it is written. */
  mailedTokenHash: text("mailed_token_hash"),
  /** Null: not mailed. */
  mailAskedAt: integer("mail_asked_at"),
  attempts: integer().notNull(),
  /** Next attempt to send the mail; null when it was sent or given up. */
  dueAt: integer("due_at"),
});
