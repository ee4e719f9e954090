import { and, asc, count, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { perShape } from "../../../infra/db/per-shape.ts";
import { rowInsert, rowUpdate } from "../../../infra/db/rows.ts";
import { prepared } from "../../../infra/db/store.ts";
import { contacts } from "./table.ts";

export type ContactRow = typeof contacts.$inferSelect;

interface ContactRange {
  accountId: string;
  before?: string | undefined;
  /** The last one that is read. */
  last?: string | undefined;
  /** Folded texts; one of them is in what is searched. */
  search?: readonly string[] | undefined;
  limit: number;
}

/** About ten milliseconds of the event loop. */
const scanMax = 20_000;

export const contactStore = prepared((db) => {
  const accountId = sql.placeholder("accountId");
  const id = sql.placeholder("id");
  const now = sql.placeholder("now");
  const byId = db.select().from(contacts).where(eq(contacts.id, id)).prepare();
  const remove = db.delete(contacts).where(eq(contacts.id, id)).prepare();
  const counted = db
    .select({ total: count() })
    .from(contacts)
    .where(eq(contacts.accountId, accountId))
    .prepare();
  const unusedBefore = db
    .select({ id: contacts.id })
    .from(contacts)
    .where(and(eq(contacts.accountId, accountId), lt(contacts.lastUsedAt, sql.placeholder("before"))))
    .orderBy(asc(contacts.lastUsedAt))
    .limit(sql.placeholder("limit"))
    .prepare();
  const firstUsed = db
    .select({ at: sql<number | null>`min(${contacts.lastUsedAt})` })
    .from(contacts)
    .where(eq(contacts.accountId, accountId))
    .prepare();
  const touch = (same: SQL) =>
    db
      .update(contacts)
      .set({ lastUsedAt: sql`${now}` })
      .where(and(eq(contacts.accountId, accountId), same, lt(contacts.lastUsedAt, sql.placeholder("before"))))
      .prepare();
  const touchPhone = touch(eq(contacts.phone, sql.placeholder("phone")));
  const touchEmail = touch(eq(contacts.emailKey, sql.placeholder("email")));
  const saved = (same: SQL) =>
    db
      .select()
      .from(contacts)
      .where(and(eq(contacts.accountId, accountId), same))
      .limit(sql.raw("10") as never)
      .prepare();
  const ofPhone = saved(eq(contacts.phone, sql.placeholder("phone")));
  const ofEmail = saved(eq(contacts.emailKey, sql.placeholder("email")));
  const skip = perShape<Pick<ContactRange, "accountId" | "before"> & { count: number }, { id: string }>(
    ({ accountId, before, count }) =>
      db
        .select({ id: contacts.id })
        .from(contacts)
        .where(and(eq(contacts.accountId, accountId), before && lt(contacts.id, before)))
        .orderBy(desc(contacts.id))
        .limit(1)
        .offset(count),
  );
  const page = perShape<ContactRange, ContactRow>(({ accountId, before, last, search, limit }) => {
    const found = search?.map((text) => sql`instr(${contacts.search}, ${text}) > 0`) ?? [];
    const span = and(
      eq(contacts.accountId, accountId),
      before && lt(contacts.id, before),
      last && gte(contacts.id, last),
    );
    const rows = db.select().from(contacts).orderBy(desc(contacts.id));
    if (found.length === 0) return rows.where(span).limit(limit);
    // First by the index, which holds the texts.
    return rows.where(sql`${contacts.id} IN (SELECT id FROM (SELECT ${contacts.id} FROM ${contacts}
      WHERE ${and(span, or(...found))} ORDER BY ${contacts.id} DESC LIMIT ${limit}))`);
  });

  return {
    insert: rowInsert(db, contacts),
    update: rowUpdate(db, contacts, "id"),
    find: (id: string): ContactRow | undefined => byId.get({ id }),
    remove: (id: string): void => void remove.run({ id }),
    /** Some that have a phone number or an email address. */
    reachedBy: (
      accountId: string,
      { phone, email }: { phone: string | null; email: string | null },
    ): ContactRow[] => [
      ...(phone === null ? [] : ofPhone.all({ accountId, phone })),
      ...(email === null ? [] : ofEmail.all({ accountId, email })),
    ],
    countOf: (accountId: string): number => counted.get({ accountId })?.total ?? 0,
    /**
     * An account's contacts, newest first, that come before `before`. `stop` is where a search stopped because it had
     * looked at enough of them.
     */
    list(range: ContactRange): { found: ContactRow[]; stop: string | undefined } {
      const { accountId, before } = range;
      if (range.search === undefined) return { found: page.all(range), stop: undefined };
      const stop = skip.get({ accountId, before, count: scanMax - 1 })?.id;
      return { found: page.all({ ...range, last: stop }), stop };
    },
    /** Those of a phone number or an email address, whose last use is longer ago than `before`, were used now. */
    touch(
      accountId: string,
      used: { phone: string | null; email: string | null },
      before: number,
      now: number,
    ): void {
      if (used.phone !== null) touchPhone.run({ accountId, phone: used.phone, before, now });
      if (used.email !== null) touchEmail.run({ accountId, email: used.email, before, now });
    },
    unusedBefore: (accountId: string, before: number, limit: number): string[] =>
      unusedBefore.all({ accountId, before, limit }).map(({ id }) => id),
    firstUsed: (accountId: string): number | undefined => firstUsed.get({ accountId })?.at ?? undefined,
  };
});
