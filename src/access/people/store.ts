import { and, count, desc, eq, gt, isNull, lt, or } from "drizzle-orm";
import { dueRows } from "../../infra/db/due-rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { invitations } from "./table.ts";

export type InvitationRow = typeof invitations.$inferSelect;

export const invitationStore = prepared((db) => {
  const open = (now: number) => and(isNull(invitations.endedAt), gt(invitations.expiresAt, now));
  return {
    insert: (row: InvitationRow): void => void db.insert(invitations).values(row).run(),
    find: (id: string): InvitationRow | undefined =>
      db.select().from(invitations).where(eq(invitations.id, id)).get(),
    findByToken: (hash: string): InvitationRow | undefined =>
      db
        .select()
        .from(invitations)
        .where(or(eq(invitations.tokenHash, hash), eq(invitations.mailedTokenHash, hash)))
        .get(),
    change: (id: string, change: Partial<InvitationRow>): void =>
      void db.update(invitations).set(change).where(eq(invitations.id, id)).run(),
    /** Open ones before `id`, newest first. */
    list: (accountId: string, now: number, before: string | undefined, limit: number): InvitationRow[] =>
      db
        .select()
        .from(invitations)
        .where(
          and(
            eq(invitations.accountId, accountId),
            open(now),
            before === undefined ? undefined : lt(invitations.id, before),
          ),
        )
        .orderBy(desc(invitations.id))
        .limit(limit)
        .all(),
    countOpen: (accountId: string, now: number): number =>
      db
        .select({ total: count() })
        .from(invitations)
        .where(and(eq(invitations.accountId, accountId), open(now)))
        .get()?.total ?? 0,
    /** Ends the account's open invitations of this address. */
    endOf: (accountId: string, email: string, now: number): void =>
      void db
        .update(invitations)
        .set({ endedAt: now, dueAt: null })
        .where(and(eq(invitations.accountId, accountId), eq(invitations.email, email), open(now)))
        .run(),
    /** Ends the open invitations that this user made. */
    endBy: (userId: string, now: number): void =>
      void db
        .update(invitations)
        .set({ endedAt: now, dueAt: null })
        .where(and(eq(invitations.invitedBy, userId), open(now)))
        .run(),
    /** Whether the address was mailed an invitation after `since`, of any account. */
    wasMailed: (email: string, since: number): boolean =>
      db
        .select({ id: invitations.id })
        .from(invitations)
        .where(and(eq(invitations.email, email), gt(invitations.mailAskedAt, since)))
        .get() !== undefined,
    /** Invitations mailed after `since`, of all accounts. */
    countMailed: (since: number): number =>
      db.select({ total: count() }).from(invitations).where(gt(invitations.mailAskedAt, since)).get()
        ?.total ?? 0,
    /** Deletes all invitations of this address to the account. */
    removeOf: (accountId: string, email: string): void =>
      void db
        .delete(invitations)
        .where(and(eq(invitations.accountId, accountId), eq(invitations.email, email)))
        .run(),
    /** Deletes what expired before a time. */
  };
});

/** Invitations whose mail is due. */
export const invitationsDue = dueRows({
  table: "invitations",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
});
