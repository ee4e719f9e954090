import { and, eq, inArray, lt, type SQLWrapper, sql } from "drizzle-orm";
import type { Caller } from "../accounts/caller.ts";
import { rowAdd } from "../db/rows.ts";
import { prepared } from "../db/store.ts";
import { outcomeCounts, requestCounts } from "./table.ts";
import type { RequestCount } from "./tally.ts";

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
  return {
    addRequests: rowAdd(db, requestCounts, requestKey, ["requests", "errors", "rateLimited"]),
    addOutcomes: rowAdd(db, outcomeCounts, outcomeKey, ["total"]),

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
          kind: outcomeCounts.kind,
          outcome: outcomeCounts.outcome,
          total: sum(outcomeCounts.total),
        })
        .from(outcomeCounts)
        .where(
          and(
            inArray(outcomeCounts.day, [...days]),
            eq(outcomeCounts.accountId, accountId),
            eq(outcomeCounts.environment, environment),
          ),
        )
        .groupBy(outcomeCounts.kind, outcomeCounts.outcome)
        .all(),

    /** Removes at most `limit` rows of each kind from before `day`. @returns how many */
    removeBefore(day: number, limit: number): number {
      const counts = db.delete(requestCounts).where(lt(requestCounts.day, day)).limit(limit).run();
      const outcomes = db.delete(outcomeCounts).where(lt(outcomeCounts.day, day)).limit(limit).run();
      return counts.changes + outcomes.changes;
    },
  };
});
