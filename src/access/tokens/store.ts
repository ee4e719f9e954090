import { and, count, desc, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { placeholderFor, rowChange, rowInsert } from "../../infra/db/rows.ts";
import { prepared } from "../../infra/db/store.ts";
import { tokens } from "./table.ts";
import type { TokenOwner } from "./token.ts";

export type TokenRow = typeof tokens.$inferSelect;

export const tokenStore = prepared((db) => {
  const ofCarrier = eq(tokens.carrierId, sql.placeholder("carrierId"));
  const ofDriver = eq(tokens.driverId, sql.placeholder("driverId"));
  const notRevoked = isNull(tokens.revokedAt);
  const usable = and(notRevoked, or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql.placeholder("now"))));
  const countWhere = (condition: SQL) =>
    db.select({ total: count() }).from(tokens).where(and(condition, usable)).prepare();
  const revokeWhere = (condition: SQL) =>
    db
      .update(tokens)
      .set({ revokedAt: placeholderFor("now") })
      .where(and(condition, notRevoked))
      .prepare();
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
  const ofAccount = db
    .select({ id: tokens.id })
    .from(tokens)
    .where(eq(tokens.accountId, sql.placeholder("accountId")))
    .prepare();
  const usableOfServer = countWhere(and(ofCarrier, isNull(tokens.driverId)) as SQL);
  const usableOfDriver = countWhere(ofDriver);
  const revokeOfCarrier = revokeWhere(ofCarrier);
  const revokeOfDriver = revokeWhere(ofDriver);
  const revokeOfAccount = revokeWhere(and(ofCarrier, isNotNull(tokens.accountId)) as SQL);
  return {
    insert: rowInsert(db, tokens),
    update: rowChange(db, tokens, "id"),
    findByHash: (hash: string): TokenRow | undefined => byHash.get({ hash }),
    findById: (id: string): TokenRow | undefined => byId.get({ id }),
    idsOfAccount: (accountId: string): string[] => ofAccount.all({ accountId }).map(({ id }) => id),
    /** Of the driver, or of the carrier's server if there is none. */
    countUsable: ({ carrierId, driverId }: TokenOwner, now: number): number =>
      (driverId === null ? usableOfServer.get({ carrierId, now }) : usableOfDriver.get({ driverId, now }))
        ?.total ?? 0,
    /** With those of its drivers. */
    revokeOfCarrier: (carrierId: string, now: number): void => void revokeOfCarrier.run({ carrierId, now }),
    /** Of the carrier and its drivers, those that an account has. */
    revokeOfAccount: (carrierId: string, now: number): void => void revokeOfAccount.run({ carrierId, now }),
    revokeOfDriver: (driverId: string, now: number): void => void revokeOfDriver.run({ driverId, now }),
    /** Tokens of an account's own carriers and drivers that nobody revoked, newest first. */
    listMadeBy: (accountId: string, createdBy: string): TokenRow[] =>
      db
        .select()
        .from(tokens)
        .where(and(eq(tokens.createdBy, createdBy), eq(tokens.accountId, accountId), notRevoked))
        .orderBy(desc(tokens.id))
        .all(),
    /** Tokens before `id`, newest first. */
    list: ({ carrierId, driverId }: TokenOwner, before: string | undefined, limit: number): TokenRow[] =>
      db
        .select()
        .from(tokens)
        .where(
          and(
            driverId === null
              ? and(eq(tokens.carrierId, carrierId), isNull(tokens.driverId))
              : eq(tokens.driverId, driverId),
            before === undefined ? undefined : lt(tokens.id, before),
          ),
        )
        .orderBy(desc(tokens.id))
        .limit(limit)
        .all(),
  };
});
