import { and, count, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { rowChange, rowInsert } from "../../infra/db/rows.ts";
import { prepared, type Store } from "../../infra/db/store.ts";
import type { AccountEnvironment } from "../model.ts";
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
  const usable = db
    .select({ total: count() })
    .from(apiKeys)
    .where(
      and(
        eq(apiKeys.accountId, sql.placeholder("accountId")),
        eq(apiKeys.environment, sql.placeholder("environment")),
        isNull(apiKeys.revokedAt),
        or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, sql.placeholder("now"))),
      ),
    )
    .prepare();
  return {
    insert: rowInsert(db, apiKeys),
    findByHash: (hash: string): KeyRow | undefined => byHash.get({ hash }),
    findById: (id: string): KeyRow | undefined => byId.get({ id }),
    update: rowChange(db, apiKeys, "id"),
    countUsable: ({ accountId, environment }: AccountEnvironment, now: number): number =>
      usable.get({ accountId, environment, now })?.total ?? 0,
    /** The keys made by a user that nobody revoked, newest first. */
    listMadeBy: (accountId: string, createdBy: string): KeyRow[] =>
      db
        .select()
        .from(apiKeys)
        .where(
          and(eq(apiKeys.createdBy, createdBy), eq(apiKeys.accountId, accountId), isNull(apiKeys.revokedAt)),
        )
        .orderBy(desc(apiKeys.id))
        .all(),
    /** Keys before `id`, newest first. */
    list: (
      accountId: string,
      { environment }: { environment?: KeyRow["environment"] | undefined },
      before: string | undefined,
      limit: number,
    ): KeyRow[] =>
      db
        .select()
        .from(apiKeys)
        .where(
          and(
            eq(apiKeys.accountId, accountId),
            environment === undefined ? undefined : eq(apiKeys.environment, environment),
            before === undefined ? undefined : lt(apiKeys.id, before),
          ),
        )
        .orderBy(desc(apiKeys.id))
        .limit(limit)
        .all(),
  };
});

/** Calls `listener` with the account of each key that a write may have ended. It may still be undone. */
export function watchKeys({ watchRows }: Store, listener: (accountId: string) => void): void {
  const values = (row: string) => [`${row}.account_id`, `${row}.expires_at`, `${row}.revoked_at`];
  watchRows({ table: "api_keys", when: () => "1", values, changesOnly: true, alsoDeleted: true }, listener);
}
