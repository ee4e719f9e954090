import { integer, json, sealed, table, text } from "../../infra/db/columns.ts";
import type { StoredSecret } from "../../infra/vault.ts";
import type { Role } from "../roles.ts";
import type { MailDetails, MailKind } from "./mail-text.ts";

export const accounts = table("accounts", {
  id: text().primaryKey(),
  name: text().notNull(),
  tier: text().notNull(),
  createdAt: integer("created_at").notNull(),
  /** Null: not suspended. */
  suspendedAt: integer("suspended_at"),
  /** Null: as the installation sets. */
  retentionDays: integer("retention_days"),
  linkDays: integer("link_days"),
  /** Whether its recipients get mails, and whether the operator allows it. */
  recipientMail: integer("recipient_mail", { mode: "boolean" }).notNull(),
  recipientMailAllowed: integer("recipient_mail_allowed", { mode: "boolean" }).notNull(),
  /** How much the installation's fleets may charge later, in percent of a price. */
  laterChargesPercent: integer("later_charges_percent").notNull(),
  /** Last request of a key, to the minute; 0: none. */
  lastRequestAt: integer("last_request_at").notNull(),
});

export const users = table("users", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  email: text().notNull(),
  passwordHash: text("password_hash").notNull(),
  role: text().$type<Role>().notNull(),
  createdAt: integer("created_at").notNull(),
  /** Whether this user is the operator. */
  isOperator: integer("is_operator", { mode: "boolean" }).notNull(),
  /** Null: not verified, so the address gets no notices. */
  emailVerifiedAt: integer("email_verified_at"),
  /** To the minute; null: not since this is stored. */
  lastSeenAt: integer("last_seen_at"),
  /** Which notices the user gets by email. */
  notifyWebhooks: integer("notify_webhooks", { mode: "boolean" }).notNull(),
  notifySecurity: integer("notify_security", { mode: "boolean" }).notNull(),
});

/** The link that a user gets to verify the email address. */
export const emailVerifications = table("email_verifications", {
  userId: text("user_id").primaryKey(),
  askedAt: integer("asked_at").notNull(),
  /** Null until the mail is written. */
  tokenHash: text("token_hash"),
  expiresAt: integer("expires_at"),
  attempts: integer().notNull(),
  /** Next attempt to send the mail; null when it was sent or given up. */
  dueAt: integer("due_at"),
});

/** Networks from which users have signed in. Both columns are the key. */
export const familiarNetworks = table("familiar_networks", {
  userId: text("user_id").notNull(),
  networkHash: text("network_hash").notNull(),
  usedAt: integer("used_at").notNull(),
});

export const sessions = table("sessions", {
  id: text().primaryKey(),
  userId: text("user_id").notNull(),
  tokenHash: text("token_hash").notNull(),
  createdAt: integer("created_at").notNull(),
  lastSeenAt: integer("last_seen_at").notNull(),
  /** When the person last entered the password in this session. */
  confirmedAt: integer("confirmed_at").notNull(),
  /** Address and User-Agent that started it; null if no request did. */
  address: text(),
  userAgent: text("user_agent"),
  /** The account that the operator looks at with this session, and until when. */
  viewedAccountId: text("viewed_account_id"),
  viewedUntil: integer("viewed_until"),
});

/** Names the place of a secret for the vault. */
export const secretPlace = (userId: string) => `second_factors ${userId} secret`;

/** Apps of people that make codes for signing in. */
export const secondFactors = table("second_factors", {
  userId: text("user_id").primaryKey(),
  secret: sealed(json<StoredSecret>()().notNull(), secretPlace),
  createdAt: integer("created_at").notNull(),
  /** When the first code showed that the app works; null: signing in asks for no code. */
  activeAt: integer("active_at"),
});

/** Time steps whose code was used. Both columns are the key. */
export const usedCodes = table("used_codes", {
  userId: text("user_id").notNull(),
  step: integer().notNull(),
});

/** Recovery codes that are left. Both columns are the key. */
export const recoveryCodes = table("recovery_codes", {
  userId: text("user_id").notNull(),
  codeHash: text("code_hash").notNull(),
});

/** Links to a new password or a new address, one of each kind for each user. */
export const mailedLinks = table("mailed_links", {
  id: text().primaryKey(),
  kind: text().$type<"password_reset" | "email_change">().notNull(),
  /** Null for the row of requests for addresses that nobody has. */
  userId: text("user_id"),
  /** The new address; null for a link to the user's own. */
  email: text(),
  askedAt: integer("asked_at").notNull(),
  /** Null until the mail is written. */
  tokenHash: text("token_hash"),
  expiresAt: integer("expires_at"),
  attempts: integer().notNull(),
  /** Next attempt to send the mail; null when it was sent or given up. */
  dueAt: integer("due_at"),
});

/** What users are told by mail about signing in. */
export const securityMails = table("security_mails", {
  id: text().primaryKey(),
  userId: text("user_id").notNull(),
  kind: text().$type<MailKind>().notNull(),
  /** To whom it goes, which is not the user's address any more after a change. */
  email: text().notNull(),
  details: json<MailDetails>()().notNull(),
  createdAt: integer("created_at").notNull(),
  attempts: integer().notNull(),
  dueAt: integer("due_at"),
});
