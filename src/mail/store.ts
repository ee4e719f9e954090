import { asc, eq, gt, lte, min } from "drizzle-orm";
import { rowChange, rowInsert } from "../db/rows.ts";
import { prepared } from "../db/store.ts";
import { mails } from "./table.ts";

export type MailRow = typeof mails.$inferSelect;

/** What is still to be sent. */
export const mailStore = prepared((db) => ({
  insert: rowInsert(db, mails),
  change: rowChange(db, mails, "id"),
  find: (id: string): MailRow | undefined => db.select().from(mails).where(eq(mails.id, id)).get(),
  remove: (id: string): void => void db.delete(mails).where(eq(mails.id, id)).run(),
  due: (now: number, limit: number): string[] =>
    db
      .select({ id: mails.id })
      .from(mails)
      .where(lte(mails.dueAt, now))
      .orderBy(asc(mails.dueAt))
      .limit(limit)
      .all()
      .map(({ id }) => id),
  nextDue: (now: number): number | undefined =>
    db
      .select({ at: min(mails.dueAt) })
      .from(mails)
      .where(gt(mails.dueAt, now))
      .get()?.at ?? undefined,
}));
