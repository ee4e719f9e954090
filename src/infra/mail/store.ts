import { and, asc, eq } from "drizzle-orm";
import { dueRows } from "../db/due-rows.ts";
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
}));

/** When each account may get its next digest. */
export const digestStore = prepared((db) => ({
  find: (accountId: string): DigestRow | undefined =>
    db.select().from(digests).where(eq(digests.accountId, accountId)).get(),
  put: (row: DigestRow): void =>
    void db.insert(digests).values(row).onConflictDoUpdate({ target: digests.accountId, set: row }).run(),
}));

/** Accounts with notices; the first one due sends all. */
export const digestsDue = dueRows({
  table: "notices",
  id: (row) => `${row}.account_id`,
  at: (row) => `${row}.due_at`,
  isGrouped: true,
});
