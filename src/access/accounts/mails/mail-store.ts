import { and, count, desc, eq, gt, isNotNull, or } from "drizzle-orm";
import { dueRows } from "../../../infra/db/due-rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import type { MailKind } from "../mail-text.ts";
import { mailedLinks, securityMails } from "../table.ts";

export type LinkRow = typeof mailedLinks.$inferSelect;
type SecurityMailRow = typeof securityMails.$inferSelect;

/** Links that are mailed to users. */
export const linkStore = prepared((db) => ({
  put: (row: LinkRow): void =>
    void db.insert(mailedLinks).values(row).onConflictDoUpdate({ target: mailedLinks.id, set: row }).run(),
  find: (id: string): LinkRow | undefined =>
    db.select().from(mailedLinks).where(eq(mailedLinks.id, id)).get(),
  findByToken: (tokenHash: string): LinkRow | undefined =>
    db.select().from(mailedLinks).where(eq(mailedLinks.tokenHash, tokenHash)).get(),
  change: (id: string, change: Partial<LinkRow>): void =>
    void db.update(mailedLinks).set(change).where(eq(mailedLinks.id, id)).run(),
  /** Changes the link with this token, unless another one took its place. */
  changeByToken: (tokenHash: string, change: Partial<LinkRow>): void =>
    void db.update(mailedLinks).set(change).where(eq(mailedLinks.tokenHash, tokenHash)).run(),
  removeOf: (userId: string): void => void db.delete(mailedLinks).where(eq(mailedLinks.userId, userId)).run(),
  /**
   * When the `nth` latest link of a kind was requested for a user, if that was after `since`. Links that the operator
   * hands over are never mailed, and do not count.
   */
  askedAt: (kind: LinkRow["kind"], since: number, nth: number): number | undefined =>
    db
      .select({ at: mailedLinks.askedAt })
      .from(mailedLinks)
      .where(
        and(
          gt(mailedLinks.askedAt, since),
          eq(mailedLinks.kind, kind),
          isNotNull(mailedLinks.userId),
          or(isNotNull(mailedLinks.dueAt), gt(mailedLinks.attempts, 0)),
        ),
      )
      .orderBy(desc(mailedLinks.askedAt))
      .limit(1)
      .offset(nth - 1)
      .get()?.at,
}));

/** Mails about signing in. */
export const securityMailStore = prepared((db) => ({
  insert: (row: SecurityMailRow): void => void db.insert(securityMails).values(row).run(),
  find: (id: string): SecurityMailRow | undefined =>
    db.select().from(securityMails).where(eq(securityMails.id, id)).get(),
  change: (id: string, change: Partial<SecurityMailRow>): void =>
    void db.update(securityMails).set(change).where(eq(securityMails.id, id)).run(),
  countSince: (userId: string, kind: MailKind, since: number): number =>
    db
      .select({ total: count() })
      .from(securityMails)
      .where(
        and(
          eq(securityMails.userId, userId),
          gt(securityMails.createdAt, since),
          eq(securityMails.kind, kind),
        ),
      )
      .get()?.total ?? 0,
}));

export const mailedLinksDue = dueRows({
  table: "mailed_links",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
});

export const securityMailsDue = dueRows({
  table: "security_mails",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
});
