import { and, between, eq, inArray, lt, sql } from "drizzle-orm";
import { rowAdd } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import type { Environment } from "../../infra/environment.ts";
import type { AccountEnvironment } from "../model.ts";
import { accountDays, responseCounts } from "./table.ts";
import { hoursOf, type ResponseCount } from "./tally.ts";

/** Requests of an account's keys on a UTC day. */
export interface AccountDay extends AccountEnvironment {
  /** Days since the epoch. */
  day: number;
  requests: number;
}

/** What keys sent, summed for each account: the operator reads all of them at once. */
export const trafficStore = prepared((db) => ({
  addResponses: rowAdd(db, responseCounts, ["hour", "accountId", "environment", "code"], ["requests"]),
  addDay: rowAdd(db, accountDays, ["day", "accountId", "environment"], ["requests"]),

  /** Of all accounts in the hours from `first` to `last`, summed. */
  responsesIn: (first: number, last: number): Omit<ResponseCount, "hour">[] =>
    db
      .select({
        accountId: responseCounts.accountId,
        environment: responseCounts.environment,
        code: responseCounts.code,
        requests: sql<number>`sum(${responseCounts.requests})`,
      })
      .from(responseCounts)
      .where(between(responseCounts.hour, first, last))
      .groupBy(responseCounts.accountId, responseCounts.environment, responseCounts.code)
      .all(),

  /** Single days instead of a range: each is one index lookup that skips the rows of other accounts. */
  daysOf: (accountIds: readonly string[], days: readonly number[]): AccountDay[] =>
    db
      .select()
      .from(accountDays)
      .where(and(inArray(accountDays.day, [...days]), inArray(accountDays.accountId, [...accountIds])))
      .all(),

  /** Deletes what an account has on a day, in one environment if it is given. */
  removeOf(accountId: string, day: number, environment?: Environment): void {
    const isOf = (of: typeof accountDays | typeof responseCounts) =>
      and(eq(of.accountId, accountId), environment && eq(of.environment, environment));
    db.delete(accountDays)
      .where(and(eq(accountDays.day, day), isOf(accountDays)))
      .run();
    db.delete(responseCounts)
      .where(and(inArray(responseCounts.hour, hoursOf(day)), isOf(responseCounts)))
      .run();
  },

  /** Deletes at most `limit` rows of each kind from before `day` and `hour`. @returns how many */
  removeBefore: (day: number, hour: number, limit: number): number =>
    db.delete(accountDays).where(lt(accountDays.day, day)).limit(limit).run().changes +
    db.delete(responseCounts).where(lt(responseCounts.hour, hour)).limit(limit).run().changes,
}));
