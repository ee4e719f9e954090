import { desc, eq, gt } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { emailVerifications } from "../table.ts";

type VerificationRow = typeof emailVerifications.$inferSelect;

/** Links that verify email addresses, one per user. */
export const verificationStore = prepared((db) => ({
  put: (row: VerificationRow): void =>
    void db
      .insert(emailVerifications)
      .values(row)
      .onConflictDoUpdate({ target: emailVerifications.userId, set: row })
      .run(),
  change: (userId: string, change: Partial<VerificationRow>): void =>
    void db.update(emailVerifications).set(change).where(eq(emailVerifications.userId, userId)).run(),
  remove: (userId: string): void =>
    void db.delete(emailVerifications).where(eq(emailVerifications.userId, userId)).run(),
  find: (userId: string): VerificationRow | undefined =>
    db.select().from(emailVerifications).where(eq(emailVerifications.userId, userId)).get(),
  findByToken: (tokenHash: string): VerificationRow | undefined =>
    db.select().from(emailVerifications).where(eq(emailVerifications.tokenHash, tokenHash)).get(),
  /** When the `count`th latest mail was requested, if that was after `since`. */
  askedAt: (since: number, count: number): number | undefined =>
    db
      .select({ at: emailVerifications.askedAt })
      .from(emailVerifications)
      .where(gt(emailVerifications.askedAt, since))
      .orderBy(desc(emailVerifications.askedAt))
      .limit(1)
      .offset(count - 1)
      .get()?.at,
}));

/** Users whose mail with a link is due. */
export const linksDue = dueRows({
  table: "email_verifications",
  id: (row) => `${row}.user_id`,
  at: (row) => `${row}.due_at`,
});
