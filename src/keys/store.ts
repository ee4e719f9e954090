import { and, count, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { prepared } from "../db/store.ts";
import { apiKeys } from "./table.ts";

export type KeyRow = typeof apiKeys.$inferSelect;

export const keyStore = prepared((db) => {
  const byHash = db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.secretHash, sql.placeholder("hash")))
    .prepare();
  const byId = db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.id, sql.placeholder("id")))
    .prepare();
  return {
    insert: (row: KeyRow): void => void db.insert(apiKeys).values(row).run(),
    findByHash: (hash: string): KeyRow | undefined => byHash.get({ hash }),
    findById: (id: string): KeyRow | undefined => byId.get({ id }),
    update: (id: string, change: Partial<KeyRow>): void =>
      void db.update(apiKeys).set(change).where(eq(apiKeys.id, id)).run(),
    countUsable: (accountId: string, now: number): number =>
      db
        .select({ total: count() })
        .from(apiKeys)
        .where(
          and(
            eq(apiKeys.accountId, accountId),
            isNull(apiKeys.revokedAt),
            or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
          ),
        )
        .get()?.total ?? 0,
    /** Newest first, from before `id`. */
    list: (accountId: string, before: string | undefined, limit: number): KeyRow[] =>
      db
        .select()
        .from(apiKeys)
        .where(
          and(eq(apiKeys.accountId, accountId), before === undefined ? undefined : lt(apiKeys.id, before)),
        )
        .orderBy(desc(apiKeys.id))
        .limit(limit)
        .all(),
  };
});
