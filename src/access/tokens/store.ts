import { and, count, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import { placeholderFor, rowChange, rowInsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { tokens } from "./table.ts";

export type TokenRow = typeof tokens.$inferSelect;

export const tokenStore = prepared((db) => {
  const ofCarrier = eq(tokens.carrierId, sql.placeholder("carrierId"));
  const byHash = db
    .select()
    .from(tokens)
    .where(eq(tokens.secretHash, sql.placeholder("hash")))
    .prepare();
  const byId = db
    .select()
    .from(tokens)
    .where(eq(tokens.id, sql.placeholder("id")))
    .prepare();
  const usable = db
    .select({ total: count() })
    .from(tokens)
    .where(
      and(
        ofCarrier,
        isNull(tokens.revokedAt),
        or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql.placeholder("now"))),
      ),
    )
    .prepare();
  const revoke = db
    .update(tokens)
    .set({ revokedAt: placeholderFor("now") })
    .where(and(ofCarrier, isNull(tokens.revokedAt)))
    .prepare();
  return {
    insert: rowInsert(db, tokens),
    update: rowChange(db, tokens, "id"),
    findByHash: (hash: string): TokenRow | undefined => byHash.get({ hash }),
    findById: (id: string): TokenRow | undefined => byId.get({ id }),
    countUsable: (carrierId: string, now: number): number => usable.get({ carrierId, now })?.total ?? 0,
    revokeAll: (carrierId: string, now: number): void => void revoke.run({ carrierId, now }),
    /** Tokens before `id`, newest first. */
    list: (carrierId: string, before: string | undefined, limit: number): TokenRow[] =>
      db
        .select()
        .from(tokens)
        .where(and(eq(tokens.carrierId, carrierId), before === undefined ? undefined : lt(tokens.id, before)))
        .orderBy(desc(tokens.id))
        .limit(limit)
        .all(),
  };
});
