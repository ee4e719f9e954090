import { integer, plain, table, text } from "../../infra/db/columns.ts";
import type { Environment } from "../../infra/environment.ts";
import type { OutcomeCount } from "./tally.ts";

export const requestCounts = table("request_counts", {
  day: plain(integer().notNull()),
  accountId: plain(text("account_id").notNull()),
  environment: plain(text().$type<Environment>().notNull()),
  keyId: plain(text("key_id").notNull()),
  route: plain(text().notNull()),
  latency: plain(integer().notNull()),
  requests: plain(integer().notNull()),
  errors: plain(integer().notNull()),
  rateLimited: plain(integer("rate_limited").notNull()),
});

export const outcomeCounts = table("outcome_counts", {
  day: plain(integer().notNull()),
  accountId: plain(text("account_id").notNull()),
  environment: plain(text().$type<Environment>().notNull()),
  kind: plain(text().$type<OutcomeCount["kind"]>().notNull()),
  outcome: plain(text().notNull()),
  total: plain(integer().notNull()),
});

/** Requests of an account's keys in an hour, by the code of the problem they were answered with. */
export const responseCounts = table("response_counts", {
  hour: plain(integer().notNull()),
  accountId: plain(text("account_id").notNull()),
  environment: plain(text().$type<Environment>().notNull()),
  /** Empty for a success. */
  code: plain(text().notNull()),
  requests: plain(integer().notNull()),
});

/** Requests of an account's keys on a UTC day. */
export const accountDays = table("account_days", {
  day: plain(integer().notNull()),
  accountId: plain(text("account_id").notNull()),
  environment: plain(text().$type<Environment>().notNull()),
  requests: plain(integer().notNull()),
});

export const attemptCounts = table("attempt_counts", {
  hour: plain(integer().notNull()),
  webhookId: plain(text("webhook_id").notNull()),
  result: plain(text().notNull()),
  latency: plain(integer().notNull()),
  attempts: plain(integer().notNull()),
  lastAt: plain(integer("last_at").notNull()),
});
