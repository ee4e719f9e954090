import { and, eq, inArray, lt, ne, type SQLWrapper, sql } from "drizzle-orm";
import { distinctValues } from "../../infra/db/due-lanes.ts";
import { rowAdd } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { hoursPerDay } from "../../infra/units.ts";
import type { AccountEnvironment } from "../model.ts";
import { attemptCounts, outcomeCounts, requestCounts } from "./table.ts";
import type { AttemptCount, LastAttempt, RequestCount } from "./tally.ts";

/** Whose counts are those of accounts that were deleted: sums of the installation keep them. */
const nobody = "";

/** The owner of the counts, and the days. */
interface Span extends AccountEnvironment {
  days: readonly number[];
}

/** Counts of days that lie ahead, with the account's endpoints. */
export interface CountsAhead extends AccountEnvironment {
  /** The last day that stays, since the epoch. */
  day: number;
  webhookIds: string[];
}

/** The requests on those days: all, those of a key, or those of signed-in users. */
export interface RequestSpan extends Span {
  caller?: Caller["kind"] | undefined;
}

const groupColumns = {
  day: requestCounts.day,
  key: requestCounts.keyId,
  route: requestCounts.route,
} as const;
type Grouping = keyof typeof groupColumns;

/** Requests of one latency class in a group: a day, a key's id or an operation's id. */
export interface GroupedCount extends Pick<RequestCount, "latency" | "requests" | "errors" | "rateLimited"> {
  group: number | string;
}

/** Requests of a key on a day. */
export type KeyDay = Pick<RequestCount, "keyId" | "day" | "requests">;

/** Single days instead of a range: each is one index lookup that skips the rows of other accounts. */
const requestsOf = ({ accountId, environment, days, caller }: RequestSpan) =>
  and(
    inArray(requestCounts.day, [...days]),
    eq(requestCounts.accountId, accountId),
    eq(requestCounts.environment, environment),
    caller && (caller === "key" ? ne : eq)(requestCounts.keyId, ""),
  );

const sum = (column: SQLWrapper) => sql<number>`sum(${column})`;

export const usageStore = prepared((db) => {
  const requestKey = ["day", "accountId", "environment", "keyId", "route", "latency"] as const;
  const outcomeKey = ["day", "accountId", "environment", "kind", "outcome"] as const;
  const attemptKey = ["hour", "webhookId", "result", "latency"] as const;
  const daysIn = (table: string) =>
    db
      .select({ day: sql<number>`id` })
      .from(distinctValues(table, "day"))
      .where(
        sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} WHERE day = id AND account_id = ${sql.placeholder("accountId")})`,
      )
      .prepare();
  const [requestDays, outcomeDays, accountDays] = [
    daysIn("request_counts"),
    daysIn("outcome_counts"),
    daysIn("account_days"),
  ];
  const attemptHours = db
    .select({ hour: sql<number>`id` })
    .from(distinctValues("attempt_counts", "hour"))
    .where(
      sql`EXISTS (SELECT 1 FROM attempt_counts WHERE hour = id AND webhook_id IN (
        SELECT value FROM json_each(${sql.placeholder("ids")})))`,
    )
    .prepare();
  const addRequests = rowAdd(db, requestCounts, requestKey, ["requests", "errors", "rateLimited"]);
  const addOutcomes = rowAdd(db, outcomeCounts, outcomeKey, ["total"]);
  return {
    addRequests,
    addOutcomes,
    addAttempts: rowAdd(db, attemptCounts, attemptKey, ["attempts"], ["lastAt"]),

    requests(span: RequestSpan, grouping: Grouping): GroupedCount[] {
      const group = groupColumns[grouping];
      return db
        .select({
          group: sql<number | string>`${group}`,
          latency: requestCounts.latency,
          requests: sum(requestCounts.requests),
          errors: sum(requestCounts.errors),
          rateLimited: sum(requestCounts.rateLimited),
        })
        .from(requestCounts)
        .where(requestsOf(span))
        .groupBy(group, requestCounts.latency)
        .all();
    },

    /** Requests of each key on the days on which it was used. */
    requestsByDay: (span: RequestSpan): KeyDay[] =>
      db
        .select({
          keyId: requestCounts.keyId,
          day: requestCounts.day,
          requests: sum(requestCounts.requests),
        })
        .from(requestCounts)
        .where(requestsOf(span))
        .groupBy(requestCounts.keyId, requestCounts.day)
        .all(),

    outcomes: ({ accountId, environment, days }: Span) =>
      db
        .select({
          day: outcomeCounts.day,
          kind: outcomeCounts.kind,
          outcome: outcomeCounts.outcome,
          total: outcomeCounts.total,
        })
        .from(outcomeCounts)
        .where(
          and(
            inArray(outcomeCounts.day, [...days]),
            eq(outcomeCounts.accountId, accountId),
            eq(outcomeCounts.environment, environment),
          ),
        )
        .all(),

    /** Endpoints with a failed attempt, in single hours as above. */
    failedEndpoints: (webhookIds: readonly string[], hours: readonly number[]): string[] =>
      db
        .selectDistinct({ webhookId: attemptCounts.webhookId })
        .from(attemptCounts)
        .where(
          and(
            inArray(attemptCounts.hour, [...hours]),
            inArray(attemptCounts.webhookId, [...webhookIds]),
            ne(attemptCounts.result, "success"),
          ),
        )
        .all()
        .map(({ webhookId }) => webhookId),

    /** Single hours, as above. */
    attempts: (webhookId: string, hours: readonly number[]): AttemptCount[] =>
      db
        .select()
        .from(attemptCounts)
        .where(and(inArray(attemptCounts.hour, [...hours]), eq(attemptCounts.webhookId, webhookId)))
        .all(),

    lastAttempts: (webhookId: string, hours: readonly number[]): LastAttempt[] =>
      db
        .select({ result: attemptCounts.result, lastAt: sql<number>`max(${attemptCounts.lastAt})` })
        .from(attemptCounts)
        .where(and(inArray(attemptCounts.hour, [...hours]), eq(attemptCounts.webhookId, webhookId)))
        .groupBy(attemptCounts.result)
        .all(),

    /** The days on which an account has counts, and no days of others. */
    daysOf: (accountId: string): number[] => [
      ...new Set(
        [requestDays, outcomeDays, accountDays].flatMap((of) => of.all({ accountId }).map(({ day }) => day)),
      ),
    ],

    /** The days on which endpoints have attempts. */
    attemptDaysOf(webhookIds: readonly string[]): number[] {
      const hours = webhookIds.length === 0 ? [] : attemptHours.all({ ids: JSON.stringify(webhookIds) });
      return [...new Set(hours.map(({ hour }) => Math.floor(hour / hoursPerDay)))];
    },

    /** Adds at most `limit` counts of each kind that an account has on a day to those of nobody. @returns how many */
    disown(accountId: string, day: number, limit: number): number {
      const requests = db
        .delete(requestCounts)
        .where(and(eq(requestCounts.day, day), eq(requestCounts.accountId, accountId)))
        .limit(limit)
        .returning()
        .all();
      const outcomes = db
        .delete(outcomeCounts)
        .where(and(eq(outcomeCounts.day, day), eq(outcomeCounts.accountId, accountId)))
        .limit(limit)
        .returning()
        .all();
      for (const row of requests) addRequests({ ...row, accountId: nobody, keyId: "" });
      for (const row of outcomes) addOutcomes({ ...row, accountId: nobody });
      return requests.length + outcomes.length;
    },

    /** Deletes at most `limit` counts of endpoints' attempts in these hours. @returns how many */
    removeAttempts: (webhookIds: readonly string[], hours: readonly number[], limit: number): number =>
      db
        .delete(attemptCounts)
        .where(
          and(inArray(attemptCounts.hour, [...hours]), inArray(attemptCounts.webhookId, [...webhookIds])),
        )
        .limit(limit)
        .run().changes,

    /** Deletes what an account has on a day in an environment. */
    removeOf({ accountId, environment }: AccountEnvironment, day: number): void {
      const isOf = (of: typeof requestCounts | typeof outcomeCounts) =>
        and(eq(of.day, day), eq(of.accountId, accountId), eq(of.environment, environment));
      db.delete(requestCounts).where(isOf(requestCounts)).run();
      db.delete(outcomeCounts).where(isOf(outcomeCounts)).run();
    },

    /** Deletes at most `limit` rows of each kind from before `day` and `hour`. @returns how many */
    removeBefore(day: number, hour: number, limit: number): number {
      const removed = [
        db.delete(requestCounts).where(lt(requestCounts.day, day)).limit(limit).run(),
        db.delete(outcomeCounts).where(lt(outcomeCounts.day, day)).limit(limit).run(),
        db.delete(attemptCounts).where(lt(attemptCounts.hour, hour)).limit(limit).run(),
      ];
      return removed.reduce((sum, { changes }) => sum + changes, 0);
    },
  };
});
