import { and, asc, eq, gt, lte, min, sql } from "drizzle-orm";
import { prepared } from "../db/store.ts";
import { digests, notices } from "./table.ts";

export type NoticeRow = typeof notices.$inferSelect;
type DigestRow = typeof digests.$inferSelect;

/** The unsent notices of an environment. */
export const noticeStore = prepared((db) => ({
  /** Replaces an earlier notice about the same object; the due time stays. */
  put: ({ dueAt, ...row }: NoticeRow): void =>
    void db
      .insert(notices)
      .values({ ...row, dueAt })
      .onConflictDoUpdate({ target: [notices.accountId, notices.about], set: row })
      .run(),
  /** Oldest first. */
  ofAccount: (accountId: string): NoticeRow[] =>
    db
      .select()
      .from(notices)
      .where(eq(notices.accountId, accountId))
      .orderBy(asc(notices.createdAt), asc(notices.about))
      .all(),
  postpone: (accountId: string, dueAt: number): void =>
    void db.update(notices).set({ dueAt }).where(eq(notices.accountId, accountId)).run(),
  /** Unless it was replaced in the meantime. */
  remove: ({ accountId, about, createdAt }: NoticeRow): void =>
    void db
      .delete(notices)
      .where(
        and(eq(notices.accountId, accountId), eq(notices.about, about), eq(notices.createdAt, createdAt)),
      )
      .run(),
  /** Accounts with a due notice. */
  due: (now: number, limit: number): string[] =>
    db
      .select({ accountId: notices.accountId, at: min(notices.dueAt) })
      .from(notices)
      .where(lte(notices.dueAt, now))
      .groupBy(notices.accountId)
      .orderBy(sql`2`)
      .limit(limit)
      .all()
      .map(({ accountId }) => accountId),
  nextDue: (now: number): number | undefined =>
    db
      .select({ at: min(notices.dueAt) })
      .from(notices)
      .where(gt(notices.dueAt, now))
      .get()?.at ?? undefined,
}));

/** When each account may get its next digest. */
export const digestStore = prepared((db) => ({
  find: (accountId: string): DigestRow | undefined =>
    db.select().from(digests).where(eq(digests.accountId, accountId)).get(),
  put: (row: DigestRow): void =>
    void db.insert(digests).values(row).onConflictDoUpdate({ target: digests.accountId, set: row }).run(),
}));
