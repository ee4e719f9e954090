import {
  expires,
  gone,
  integer,
  json,
  personal,
  plain,
  sealed,
  table,
  text,
} from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";
import type { StoredSecret } from "../../infra/secrets/vault.ts";
import type { Role } from "../roles.ts";
import { mailsKeptMs, type Purpose, sessionIdleMs, sessionMaxMs } from "./account.ts";
import type { MailDetails, MailKind } from "./mail-text.ts";

type AcceptedByDefault = Partial<Record<Environment, Record<string, unknown>>>;

export const accounts = table("accounts", {
  id: plain(text().primaryKey()),
  name: personal(text().notNull(), gone),
  tier: plain(text().notNull()),
  createdAt: plain(integer("created_at").notNull()),
  /** Null: not suspended. */
  suspendedAt: plain(integer("suspended_at")),
  /** Null: as the installation sets. */
  retentionDays: plain(integer("retention_days")),
  linkDays: plain(integer("link_days")),
  /** Whether its recipients get mails, and whether the operator allows it. */
  recipientMail: plain(integer("recipient_mail", { mode: "boolean" }).notNull()),
  recipientMailAllowed: plain(integer("recipient_mail_allowed", { mode: "boolean" }).notNull()),
  /** How much the installation's carriers may charge later, in percent of a price. */
  laterChargesPercent: plain(integer("later_charges_percent").notNull()),
  /** What its new shipments accept at once in an environment where the request says nothing, as the API has it. */
  acceptByDefault: plain(json<AcceptedByDefault>()("accepted_by_default").notNull()),
  /** Of what it prints: one of the languages that delivery has for people. */
  language: plain(text().notNull()),
  /** How its people type and read weights and lengths, as the API has it; null: as the place has it. */
  units: plain(text()),
  /** What it uses Waybill for, which decides what its pages lead through; null: nobody has chosen. */
  purpose: plain(text().$type<Purpose>()),
  /** Last request of a key, to the minute; 0: none. */
  lastRequestAt: plain(integer("last_request_at").notNull()),
});

export const users = table("users", {
  id: plain(text().primaryKey()),
  accountId: plain(text("account_id").notNull()),
  email: personal(text().notNull(), gone),
  passwordHash: plain(text("password_hash").notNull()),
  role: plain(text().$type<Role>().notNull()),
  createdAt: plain(integer("created_at").notNull()),
  /** Whether this user is the operator. */
  isOperator: plain(integer("is_operator", { mode: "boolean" }).notNull()),
  /** Null: not verified, so the address gets no notices. */
  emailVerifiedAt: plain(integer("email_verified_at")),
  /** To the minute; null: not since this is stored. */
  lastSeenAt: plain(integer("last_seen_at")),
  /** Which notices the user gets by email. */
  notifyWebhooks: plain(integer("notify_webhooks", { mode: "boolean" }).notNull()),
  notifySecurity: plain(integer("notify_security", { mode: "boolean" }).notNull()),
});

/** The link that a user gets to verify the email address. */
export const emailVerifications = table("email_verifications", {
  userId: plain(text("user_id").primaryKey()),
  askedAt: plain(integer("asked_at").notNull()),
  /** Null until the mail is written. */
  tokenHash: plain(text("token_hash")),
  expiresAt: plain(integer("expires_at")),
  attempts: plain(integer().notNull()),
  /** Next attempt to send the mail; null when it was sent or given up. */
  dueAt: plain(integer("due_at")),
});

/** Networks from which users have signed in. Both columns are the key. */
export const familiarNetworks = table("familiar_networks", {
  userId: plain(text("user_id").notNull()),
  networkHash: personal(text("network_hash").notNull(), gone),
  usedAt: plain(integer("used_at").notNull()),
});

export const sessions = table("sessions", {
  id: plain(text().primaryKey()),
  userId: plain(text("user_id").notNull()),
  tokenHash: plain(text("token_hash").notNull()),
  createdAt: expires(integer("created_at").notNull(), sessionMaxMs),
  lastSeenAt: expires(integer("last_seen_at").notNull(), sessionIdleMs),
  /** When the person last entered the password in this session. */
  confirmedAt: plain(integer("confirmed_at").notNull()),
  /** Address and User-Agent that started it; null if no request did. */
  address: personal(text(), gone),
  userAgent: personal(text("user_agent"), gone),
  /** The account that the operator looks at with this session, and until when. */
  viewedAccountId: plain(text("viewed_account_id")),
  viewedUntil: plain(integer("viewed_until")),
});

/** Names the place of a secret for the vault. */
export const secretPlace = (userId: string) => `second_factors ${userId} secret`;

/** Apps of people that make codes for signing in. */
export const secondFactors = table("second_factors", {
  userId: plain(text("user_id").primaryKey()),
  secret: sealed(json<StoredSecret>()().notNull(), secretPlace),
  createdAt: plain(integer("created_at").notNull()),
  /** When the first code showed that the app works; null: signing in asks for no code. */
  activeAt: plain(integer("active_at")),
});

/** Time steps whose code was used. Both columns are the key. */
export const usedCodes = table("used_codes", {
  userId: plain(text("user_id").notNull()),
  step: plain(integer().notNull()),
});

/** Recovery codes that are left. Both columns are the key. */
export const recoveryCodes = table("recovery_codes", {
  userId: plain(text("user_id").notNull()),
  codeHash: plain(text("code_hash").notNull()),
});

/** Links to a new password or a new address, one of each kind for each user. */
export const mailedLinks = table("mailed_links", {
  id: plain(text().primaryKey()),
  kind: plain(text().$type<"password_reset" | "email_change">().notNull()),
  /** Null for the row of requests for addresses that nobody has. */
  userId: plain(text("user_id")),
  /** The new address; null for a link to the user's own. */
  email: personal(text(), gone),
  askedAt: expires(integer("asked_at").notNull(), mailsKeptMs, "dueAt"),
  /** Null until the mail is written. */
  tokenHash: plain(text("token_hash")),
  expiresAt: plain(integer("expires_at")),
  attempts: plain(integer().notNull()),
  /** Next attempt to send the mail; null when it was sent or given up. */
  dueAt: plain(integer("due_at")),
});

/** What users are told by mail about signing in. */
export const securityMails = table("security_mails", {
  id: plain(text().primaryKey()),
  userId: plain(text("user_id").notNull()),
  kind: plain(text().$type<MailKind>().notNull()),
  /** To whom it goes, which is not the user's address any more after a change. */
  email: personal(text().notNull(), gone),
  details: personal(json<MailDetails>()().notNull(), gone),
  createdAt: expires(integer("created_at").notNull(), mailsKeptMs, "dueAt"),
  attempts: plain(integer().notNull()),
  dueAt: plain(integer("due_at")),
});
