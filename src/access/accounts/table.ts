import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

export const accounts = sqliteTable("accounts", {
  id: text().primaryKey(),
  name: text().notNull(),
  tier: text().notNull(),
  createdAt: integer("created_at").notNull(),
  /** Null: it may call. */
  suspendedAt: integer("suspended_at"),
});

export const users = sqliteTable("users", {
  id: text().primaryKey(),
  accountId: text("account_id").notNull(),
  email: text().notNull(),
  passwordHash: text("password_hash").notNull(),
  createdAt: integer("created_at").notNull(),
  /** Whether this person runs the installation. */
  isOperator: integer("is_operator", { mode: "boolean" }).notNull(),
  /** Null: notices do not go there. */
  emailVerifiedAt: integer("email_verified_at"),
});

/** The link that a person is sent to verify the address. */
export const emailVerifications = sqliteTable("email_verifications", {
  userId: text("user_id").primaryKey(),
  askedAt: integer("asked_at").notNull(),
  /** Null before the mail is made. */
  tokenHash: text("token_hash"),
  expiresAt: integer("expires_at"),
  attempts: integer().notNull(),
  /** When the mail is tried next; null after it was sent or given up. */
  dueAt: integer("due_at"),
});

/** Keyed by both: where users have signed in from. */
export const familiarNetworks = sqliteTable("familiar_networks", {
  userId: text("user_id").notNull(),
  networkHash: text("network_hash").notNull(),
  usedAt: integer("used_at").notNull(),
});

export const sessions = sqliteTable("sessions", {
  id: text().primaryKey(),
  userId: text("user_id").notNull(),
  tokenHash: text("token_hash").notNull(),
  createdAt: integer("created_at").notNull(),
  lastSeenAt: integer("last_seen_at").notNull(),
  /** Where it was started and with what; null for one that no request started. */
  address: text(),
  userAgent: text("user_agent"),
});
