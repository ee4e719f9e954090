import { integer, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";
import type { OutcomeCount } from "./tally.ts";

export const requestCounts = table("request_counts", {
  day: integer().notNull(),
  accountId: text("account_id").notNull(),
  environment: text().$type<Environment>().notNull(),
  keyId: text("key_id").notNull(),
  route: text().notNull(),
  latency: integer().notNull(),
  requests: integer().notNull(),
  errors: integer().notNull(),
  rateLimited: integer("rate_limited").notNull(),
});

export const outcomeCounts = table("outcome_counts", {
  day: integer().notNull(),
  accountId: text("account_id").notNull(),
  environment: text().$type<Environment>().notNull(),
  kind: text().$type<OutcomeCount["kind"]>().notNull(),
  outcome: text().notNull(),
  total: integer().notNull(),
});

/** Requests of an account's keys in an hour, by the code of the problem they were answered with. */
export const responseCounts = table("response_counts", {
  hour: integer().notNull(),
  accountId: text("account_id").notNull(),
  environment: text().$type<Environment>().notNull(),
  /** Empty for a success. */
  code: text().notNull(),
  requests: integer().notNull(),
});

/** Requests of an account's keys on a UTC day. */
export const accountDays = table("account_days", {
  day: integer().notNull(),
  accountId: text("account_id").notNull(),
  environment: text().$type<Environment>().notNull(),
  requests: integer().notNull(),
});

export const attemptCounts = table("attempt_counts", {
  hour: integer().notNull(),
  webhookId: text("webhook_id").notNull(),
  result: text().notNull(),
  latency: integer().notNull(),
  attempts: integer().notNull(),
  lastAt: integer("last_at").notNull(),
});
