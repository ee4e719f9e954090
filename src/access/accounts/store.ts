import {
  and,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  notInArray,
  or,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { dueRows } from "../../infra/db/due-rows.ts";
import { placeholderFor, rowInsert } from "../../infra/db/rows.ts";
import { prepared, type Store } from "../../infra/db/store.ts";
import { accounts, sessions, users } from "./table.ts";

export type AccountRow = typeof accounts.$inferSelect;
export type UserRow = typeof users.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;

/** As returned by `sessionLimits`: older sessions have ended. */
type SessionLimits = Pick<SessionRow, "lastSeenAt" | "createdAt">;

export interface AccountFilter {
  tier?: string | undefined;
  isSuspended?: boolean | undefined;
  /** Part of the account's name or of a user's email address; case and marks do not matter. */
  text?: string | undefined;
  /** Any of these, or none of those. */
  ids?: readonly string[] | undefined;
  exceptIds?: readonly string[] | undefined;
}

/** Where an account stands in the order of last use. */
export type UsePlace = Pick<AccountRow, "lastRequestAt" | "id">;

function conditionsOf({ tier, isSuspended, text, ids, exceptIds }: AccountFilter): (SQL | undefined)[] {
  const holds = (column: SQLWrapper) => sql`instr(folded(${column}), folded(${text})) > 0`;
  const ofAccount = sql`SELECT 1 FROM ${users} WHERE ${users.accountId} = ${accounts.id}`;
  return [
    tier === undefined ? undefined : eq(accounts.tier, tier),
    isSuspended === undefined ? undefined : (isSuspended ? isNotNull : isNull)(accounts.suspendedAt),
    text === undefined
      ? undefined
      : or(holds(accounts.name), sql`EXISTS (${ofAccount} AND ${holds(users.email)})`),
    ids && inArray(accounts.id, [...ids]),
    exceptIds && notInArray(accounts.id, [...exceptIds]),
  ];
}

export const accountStore = prepared((db) => {
  const signedIn = db
    .select({ session: sessions, user: users, account: accounts })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(accounts, eq(accounts.id, users.accountId));
  const byToken = signedIn.where(eq(sessions.tokenHash, sql.placeholder("hash"))).prepare();
  const findAccount = db
    .select()
    .from(accounts)
    .where(eq(accounts.id, sql.placeholder("id")))
    .prepare();
  const usersOf = db
    .select()
    .from(users)
    .where(eq(users.accountId, sql.placeholder("accountId")))
    .orderBy(users.id)
    .prepare();
  const setLastRequest = db
    .update(accounts)
    .set({ lastRequestAt: placeholderFor("lastRequestAt") })
    .where(eq(accounts.id, sql.placeholder("id")))
    .prepare();
  return {
    insertAccount: rowInsert(db, accounts),
    insertUser: (row: UserRow): void => void db.insert(users).values(row).run(),
    insertSession: (row: SessionRow): void => void db.insert(sessions).values(row).run(),
    findUserByEmail: (email: string): UserRow | undefined =>
      db.select().from(users).where(eq(users.email, email)).get(),
    findAccount: (id: string): AccountRow | undefined => findAccount.get({ id }),
    findOperator: (): UserRow | undefined => db.select().from(users).where(eq(users.isOperator, true)).get(),
    findUser: (id: string): UserRow | undefined => db.select().from(users).where(eq(users.id, id)).get(),
    findSession: (id: string): SessionRow | undefined =>
      db.select().from(sessions).where(eq(sessions.id, id)).get(),
    findByToken: (hash: string) => byToken.get({ hash }),
    confirmSession: (id: string, confirmedAt: number): void =>
      void db.update(sessions).set({ confirmedAt }).where(eq(sessions.id, id)).run(),
    touchSession: (id: string, lastSeenAt: number): void =>
      void db.update(sessions).set({ lastSeenAt }).where(eq(sessions.id, id)).run(),
    /** Active sessions before `id`, newest first. */
    listSessions: (
      userId: string,
      limits: SessionLimits,
      before: string | undefined,
      limit: number,
    ): SessionRow[] =>
      db
        .select()
        .from(sessions)
        .where(
          and(
            eq(sessions.userId, userId),
            gt(sessions.lastSeenAt, limits.lastSeenAt),
            gt(sessions.createdAt, limits.createdAt),
            before === undefined ? undefined : lt(sessions.id, before),
          ),
        )
        .orderBy(desc(sessions.id))
        .limit(limit)
        .all(),
    setView: (id: string, view: Pick<SessionRow, "viewedAccountId" | "viewedUntil">): void =>
      void db.update(sessions).set(view).where(eq(sessions.id, id)).run(),
    /** @returns the session, if it existed */
    removeSession: (id: string): SessionRow | undefined =>
      db.delete(sessions).where(eq(sessions.id, id)).returning().get(),
    /** Removes all sessions except `keptId`. @returns them */
    removeSessions: (userId: string, keptId?: string): SessionRow[] =>
      db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), keptId === undefined ? undefined : ne(sessions.id, keptId)))
        .returning()
        .all(),
    /** A key of the account was used. */
    setLastRequest: (id: string, lastRequestAt: number): void =>
      void setLastRequest.run({ id, lastRequestAt }),
    updateAccount: ({ id, ...row }: AccountRow): void =>
      void db.update(accounts).set(row).where(eq(accounts.id, id)).run(),
    /** Oldest first. */
    listUsers: (accountId: string): UserRow[] => usersOf.all({ accountId }),
    /** Newest first, with ids below `before`. */
    listAccounts: (filter: AccountFilter, before: string | undefined, limit: number): AccountRow[] =>
      db
        .select()
        .from(accounts)
        .where(and(...conditionsOf(filter), before === undefined ? undefined : lt(accounts.id, before)))
        .orderBy(desc(accounts.id))
        .limit(limit)
        .all(),
    /** Last used first; those that were never used come last. */
    listByUse: (filter: AccountFilter, before: UsePlace | undefined, limit: number): AccountRow[] =>
      db
        .select()
        .from(accounts)
        .where(
          and(
            ...conditionsOf(filter),
            before &&
              sql`(${accounts.lastRequestAt}, ${accounts.id}) < (${before.lastRequestAt}, ${before.id})`,
          ),
        )
        .orderBy(desc(accounts.lastRequestAt), desc(accounts.id))
        .limit(limit)
        .all(),
    /** Accounts whose last request was in a span. */
    usedWithin: (from: number, until: number): AccountRow[] =>
      db
        .select()
        .from(accounts)
        .where(and(gte(accounts.lastRequestAt, from), lt(accounts.lastRequestAt, until)))
        .all(),
    /** Number of accounts in each tier that has any. */
    countByTier: (): Map<string, number> =>
      new Map(
        db
          .select({ tier: accounts.tier, total: count() })
          .from(accounts)
          .groupBy(accounts.tier)
          .all()
          .map(({ tier, total }) => [tier, total]),
      ),
    setVerified: (userId: string, emailVerifiedAt: number): void =>
      void db.update(users).set({ emailVerifiedAt }).where(eq(users.id, userId)).run(),
    setEmail: (userId: string, email: string, emailVerifiedAt: number | null): void =>
      void db.update(users).set({ email, emailVerifiedAt }).where(eq(users.id, userId)).run(),
    setPassword: (userId: string, passwordHash: string): void =>
      void db.update(users).set({ passwordHash }).where(eq(users.id, userId)).run(),
  };
});

/** Sessions with a view of another account, which ends. */
export const viewsDue = dueRows({
  table: "sessions",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.viewed_until`,
});

/** Calls `listener` for each account that a write suspends or restores. It may still be undone. */
export function watchSuspensions({ watchRows }: Store, listener: (accountId: string) => void): void {
  const values = (row: string) => [`${row}.id`, `${row}.suspended_at`];
  watchRows({ table: "accounts", when: () => "1", values, changesOnly: true }, listener);
}
