import { and, eq, inArray, lt, type SQLWrapper, sql } from "drizzle-orm";
import type { Caller } from "../accounts/caller.ts";
import { rowAdd } from "../db/rows.ts";
import { prepared } from "../db/store.ts";
import { attemptCounts, outcomeCounts, requestCounts } from "./table.ts";
import type { AttemptCount, RequestCount } from "./tally.ts";

/** Whose counts, on which days. */
export interface Span extends Pick<Caller, "accountId" | "environment"> {
  days: readonly number[];
}

const groupColumns = {
  day: requestCounts.day,
  key: requestCounts.keyId,
  route: requestCounts.route,
} as const;
export type Grouping = keyof typeof groupColumns;

/** Requests of one class of latency in a group: a day, the id of a key, or of an operation. */
export interface GroupedCount extends Pick<RequestCount, "latency" | "requests" | "errors" | "rateLimited"> {
  group: number | string;
}

const sum = (column: SQLWrapper) => sql<number>`sum(${column})`;

export const usageStore = prepared((db) => {
  const requestKey = ["day", "accountId", "environment", "keyId", "route", "latency"] as const;
  const outcomeKey = ["day", "accountId", "environment", "kind", "outcome"] as const;
  const attemptKey = ["hour", "webhookId", "result", "latency"] as const;
  return {
    addRequests: rowAdd(db, requestCounts, requestKey, ["requests", "errors", "rateLimited"]),
    addOutcomes: rowAdd(db, outcomeCounts, outcomeKey, ["total"]),
    addAttempts: rowAdd(db, attemptCounts, attemptKey, ["attempts"], ["lastAt"]),

    /** Single days, not a range: each is one step to the account's rows, past those of all others. */
    requests({ accountId, environment, days }: Span, grouping: Grouping): GroupedCount[] {
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
        .where(
          and(
            inArray(requestCounts.day, [...days]),
            eq(requestCounts.accountId, accountId),
            eq(requestCounts.environment, environment),
          ),
        )
        .groupBy(group, requestCounts.latency)
        .all();
    },

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

    /** Single hours, as above. */
    attempts: (webhookId: string, hours: readonly number[]): AttemptCount[] =>
      db
        .select()
        .from(attemptCounts)
        .where(and(inArray(attemptCounts.hour, [...hours]), eq(attemptCounts.webhookId, webhookId)))
        .all(),

    /** Removes at most `limit` rows of each kind from before `day` and `hour`. @returns how many */
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
