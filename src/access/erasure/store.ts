import { asc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { dueRows } from "../../infra/db/due-rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { erasures } from "./table.ts";

export type ErasureRow = typeof erasures.$inferSelect;

export const erasureStore = prepared((db) => {
  const find = db
    .select()
    .from(erasures)
    .where(eq(erasures.id, sql.placeholder("id")))
    .prepare();
  const newest = db
    .select({ at: sql<number | null>`max(${erasures.erasedAt})` })
    .from(erasures)
    .prepare();
  const since = db
    .select()
    .from(erasures)
    .where(gte(erasures.erasedAt, sql.placeholder("since")))
    .orderBy(asc(erasures.erasedAt))
    .prepare();
  return {
    find: (id: string): ErasureRow | undefined => find.get({ id }),
    /** Erased again, it keeps its first time. */
    save: (row: ErasureRow): void =>
      void db
        .insert(erasures)
        .values(row)
        .onConflictDoUpdate({ target: erasures.id, set: { dueAt: row.dueAt } })
        .run(),
    newestAt: (): number | null => newest.get()?.at ?? null,
    since: (since_: number): ErasureRow[] => since.all({ since: since_ }),
    /** @returns how many were removed, at most `limit` */
    removeBefore(before: number, limit: number): number {
      const old = db
        .select({ id: erasures.id })
        .from(erasures)
        .where(lt(erasures.erasedAt, before))
        .limit(limit);
      return db.delete(erasures).where(inArray(erasures.id, old)).run().changes;
    },
  };
});

export const erasuresDue = dueRows({
  table: "erasures",
  id: (row) => `${row}.id`,
  at: (row) => `${row}.due_at`,
});
