import { toTimestamp, toTimestampOrNull } from "../../infra/clock.ts";
import type { Db, Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { type PageQuery, readPage } from "../../infra/http/pagination.ts";
import type { Actor } from "../../infra/http/principal.ts";
import { runOnce } from "../../infra/idempotency/service.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { timeOf } from "../../infra/own-time.ts";
import { appendAudit } from "../audit/service.ts";
import { makeSecret, randomLength, stateOf } from "../credential.ts";
import { makerIdOf, toMaker } from "../keys/maker.ts";
import type { CreateToken, RotateToken, TokenView } from "./schema.ts";
import { type TokenRow, tokenStore } from "./store.ts";
import {
  refuseUntimed,
  type TimeSource,
  type TokenKind,
  type TokenOwner,
  tokenPrefix,
  tokensPerCarrierMax,
  tokensPerDriverMax,
} from "./token.ts";

type TokenWithSecret = TokenView & { secret: string };

/**
 * Reads whose tokens they are, from another database. It runs inside the transaction, so a carrier or driver that was
 * deleted before gets no token. @throws AppError `not_found`
 */
export type FindOwner = () => TokenOwner;

interface NewToken extends CreateToken {
  kind: TokenKind;
  time_source?: TimeSource;
}

/**
 * Creates a token of a carrier or driver. Only a hash of its secret is stored.
 * @throws AppError `limit_reached`, `validation_failed`
 */
export function issueToken(
  deps: Deps,
  actor: Actor,
  findOwner: FindOwner,
  { name, kind, time_source: timeSource = "device" }: NewToken,
): Promise<TokenWithSecret> {
  refuseUntimed(kind, timeSource);
  return deps.stores.accounts.write((tx) =>
    runOnce(tx, actor, deps.realClock.now(), () =>
      insertToken(deps, tx, actor, { ...findOwner(), kind, name, timeSource }),
    ),
  );
}

/** Tokens of a carrier's server or of a driver, newest first, with revoked ones. */
export function listTokens(deps: Deps, actor: Actor, owner: TokenOwner, query: PageQuery) {
  const { accountId } = actor;
  const { carrierId, driverId } = owner;
  const filters = { carrierId, driverId: driverId ?? undefined };
  return readPage(deps, { name: "tokens", of: { accountId }, filters }, query, {
    read: (before, count) => tokenStore(deps.stores.accounts.db).list(owner, before, count),
    placeOf: (row) => row.id,
    view: (row) => toView(deps.stores.accounts.db, row),
  });
}

/** Takes effect on the next request. @throws AppError `not_found` */
export function revokeToken(deps: Deps, actor: Actor, findOwner: FindOwner, id: string): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    const row = requireToken(tx, findOwner(), id);
    if (row.revokedAt === null) revoke(deps, tx, actor, row);
  });
}

function revoke(deps: Deps, tx: Tx, actor: Actor, row: TokenRow): void {
  tokenStore(tx).update(row.id, { revokedAt: timeOf(deps, row) });
  appendAudit(deps, tx, actor, { action: "token.revoked", target: targetOf(row), details: detailsOf(row) });
}

/** Tokens of the account's carriers and drivers that a person created and that work, newest first. */
export function tokensMadeBy(deps: Deps, { accountId, id }: { accountId: string; id: string }): TokenView[] {
  const { db } = deps.stores.accounts;
  return madeBy(deps, db, accountId, id).map((row) => toView(db, row));
}

/** Revokes them. */
export function revokeTokensMadeBy(deps: Deps, tx: Tx, actor: Actor, userId: string): void {
  for (const row of madeBy(deps, tx, actor.accountId, userId)) revoke(deps, tx, actor, row);
}

function madeBy(deps: Deps, db: Db, accountId: string, userId: string): TokenRow[] {
  const rows = tokenStore(db).listMadeBy(accountId, userId);
  return rows.filter((row) => stateOf(row, timeOf(deps, row)) === "valid");
}

/** Revokes all tokens of a deleted carrier and of its drivers. */
export function revokeTokensOf(deps: Deps, carrierId: string): Promise<void> {
  return deps.stores.accounts.write((tx) => tokenStore(tx).revokeOfCarrier(carrierId, deps.clock.now()));
}

/** Revokes the tokens that a carrier of the installation has from when it was an account's, and those of its drivers. */
export function revokeTokensMadeFor(deps: Deps, carrierId: string): Promise<void> {
  return deps.stores.accounts.write((tx) => tokenStore(tx).revokeOfAccount(carrierId, deps.clock.now()));
}

/** Revokes all tokens of a deleted driver. */
export function revokeTokensOfDriver(deps: Deps, driverId: string): Promise<void> {
  return deps.stores.accounts.write((tx) => tokenStore(tx).revokeOfDriver(driverId, deps.clock.now()));
}

/**
 * Creates a successor with the same name. The old token stays valid for the grace period. A token has only one
 * successor. @throws AppError `not_found`, `key_revoked`, `key_replaced`, `limit_reached`
 */
export function rotateToken(
  deps: Deps,
  actor: Actor,
  findOwner: FindOwner,
  id: string,
  input: RotateToken,
): Promise<TokenWithSecret> {
  const graceSeconds = input?.grace_period_seconds ?? 0;
  return deps.stores.accounts.write((tx) =>
    runOnce(tx, actor, deps.realClock.now(), () =>
      replaceToken(deps, tx, actor, findOwner(), id, graceSeconds),
    ),
  );
}

function replaceToken(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  owner: TokenOwner,
  id: string,
  graceSeconds: number,
): TokenWithSecret {
  const now = timeOf(deps, owner);
  const row = requireToken(tx, owner, id);
  if (stateOf(row, now) !== "valid") {
    throw new AppError("key_revoked", { detail: "Create a new token. Only a valid token can be rotated." });
  }
  if (row.expiresAt !== null) throw new AppError("key_replaced", { detail: "Rotate its successor instead." });
  const expiresAt = now + graceSeconds * 1000;
  tokenStore(tx).update(id, graceSeconds === 0 ? { revokedAt: now } : { expiresAt });
  const successor = insertToken(deps, tx, actor, row);
  appendAudit(deps, tx, actor, {
    action: "token.replaced",
    target: targetOf(row),
    details: {
      ...detailsOf(row),
      replaced_by: successor.id,
      grace_period_seconds: graceSeconds,
      expires_at: toTimestamp(expiresAt),
    },
  });
  return successor;
}

export function requireToken(tx: Tx, { carrierId, driverId }: TokenOwner, id: string): TokenRow {
  const row = tokenStore(tx).findById(id);
  if (row?.carrierId !== carrierId || row.driverId !== driverId) throw new AppError("not_found");
  return row;
}

function insertToken(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { kind, name, timeSource, ...owner }: TokenOwner & Pick<TokenRow, "kind" | "name" | "timeSource">,
): TokenWithSecret {
  const { environment, carrierId, accountId, driverId } = owner;
  const now = timeOf(deps, owner);
  const [holder, max] = driverId === null ? ["carrier", tokensPerCarrierMax] : ["driver", tokensPerDriverMax];
  if (tokenStore(tx).countUsable(owner, now) >= max) {
    throw new AppError("limit_reached", {
      detail: `A ${holder} may have at most ${max} active tokens. Revoke one first.`,
    });
  }
  const prefix = tokenPrefix(kind, environment);
  const secret = makeSecret(prefix, deps.ids.base62(randomLength));
  const row: TokenRow = {
    id: deps.ids.make("tok"),
    kind,
    environment,
    accountId,
    carrierId,
    driverId,
    name,
    prefix,
    last4: secret.slice(-4),
    secretHash: sha256Hex(secret),
    createdAt: now,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
    timeSource,
    createdBy: makerIdOf(actor),
  };
  tokenStore(tx).insert(row);
  appendAudit(deps, tx, actor, { action: "token.issued", target: targetOf(row), details: detailsOf(row) });
  return { ...toView(tx, row), secret };
}

export function targetOf({ id, name }: TokenRow) {
  return { type: "token", id, name } as const;
}

export function detailsOf({ environment, carrierId, driverId }: TokenRow) {
  return { environment, carrier_id: carrierId, ...(driverId !== null && { driver_id: driverId }) };
}

export function toView(db: Db, row: TokenRow): TokenView {
  return {
    id: row.id,
    kind: row.kind,
    carrier_id: row.carrierId,
    driver_id: row.driverId,
    environment: row.environment,
    name: row.name,
    prefix: row.prefix,
    last4: row.last4,
    created_at: toTimestamp(row.createdAt),
    created_by: toMaker(db, row.accountId, row.createdBy),
    last_used_at: toTimestampOrNull(row.lastUsedAt),
    time_source: row.timeSource,
    expires_at: toTimestampOrNull(row.expiresAt),
    revoked_at: toTimestampOrNull(row.revokedAt),
  };
}

/** Ids of the tokens of an account's carriers and drivers. */
export function tokenIdsOf({ stores }: Deps, accountId: string): string[] {
  return tokenStore(stores.accounts.db).idsOfAccount(accountId);
}
