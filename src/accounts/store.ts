import { and, eq, lte, ne, or, sql } from "drizzle-orm";
import { prepared } from "../db/store.ts";
import { accounts, sessions, users } from "./table.ts";

export type AccountRow = typeof accounts.$inferSelect;
export type UserRow = typeof users.$inferSelect;
export type SessionRow = typeof sessions.$inferSelect;

export const accountStore = prepared((db) => {
  const signedIn = db
    .select({ session: sessions, user: users, account: accounts })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(accounts, eq(accounts.id, users.accountId));
  const byToken = signedIn.where(eq(sessions.tokenHash, sql.placeholder("hash"))).prepare();
  return {
    insertAccount: (row: AccountRow): void => void db.insert(accounts).values(row).run(),
    insertUser: (row: UserRow): void => void db.insert(users).values(row).run(),
    insertSession: (row: SessionRow): void => void db.insert(sessions).values(row).run(),
    findUserByEmail: (email: string): UserRow | undefined =>
      db.select().from(users).where(eq(users.email, email)).get(),
    findUser: (id: string): UserRow | undefined => db.select().from(users).where(eq(users.id, id)).get(),
    findSession: (id: string): SessionRow | undefined =>
      db.select().from(sessions).where(eq(sessions.id, id)).get(),
    findByToken: (hash: string) => byToken.get({ hash }),
    touchSession: (id: string, lastSeenAt: number): void =>
      void db.update(sessions).set({ lastSeenAt }).where(eq(sessions.id, id)).run(),
    removeSession: (id: string): void => void db.delete(sessions).where(eq(sessions.id, id)).run(),
    removeOtherSessions: (userId: string, id: string): void =>
      void db
        .delete(sessions)
        .where(and(eq(sessions.userId, userId), ne(sessions.id, id)))
        .run(),
    removeSessionsBefore: (limits: { lastSeenAt: number; createdAt: number }): void =>
      void db
        .delete(sessions)
        .where(or(lte(sessions.lastSeenAt, limits.lastSeenAt), lte(sessions.createdAt, limits.createdAt)))
        .run(),
    setPassword: (userId: string, passwordHash: string): void =>
      void db.update(users).set({ passwordHash }).where(eq(users.id, userId)).run(),
  };
});
