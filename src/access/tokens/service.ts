import { toTimestamp, toTimestampOrNull } from "../../infra/clock.ts";
import type { Tx } from "../../infra/db/store.ts";
import { accountsCache, type Deps } from "../../infra/deps.ts";
import { environments } from "../../infra/environment.ts";
import { AppError } from "../../infra/errors.ts";
import { type PageQuery, readPage } from "../../infra/http/pagination.ts";
import type { Actor, CarrierPrincipal } from "../../infra/http/principal.ts";
import { runOnce } from "../../infra/idempotency/service.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { refuseSuspended } from "../accounts/suspension.ts";
import { appendAudit } from "../audit/service.ts";
import { isWellFormed, makeSecret, randomLength, stateOf } from "../credential.ts";
import { recordUse } from "../last-use.ts";
import type { CreateToken, RotateToken, TokenView } from "./schema.ts";
import { type TokenRow, tokenStore } from "./store.ts";
import { type TokenKind, type TokenOwner, tokenPrefix, tokensPerCarrierMax } from "./token.ts";

type TokenWithSecret = TokenView & { secret: string };

/**
 * Reads whose tokens they are, from another database. It runs inside the transaction, so a carrier that was deleted
 * before gets no token. @throws AppError `not_found`
 */
type FindOwner = () => TokenOwner;

/** Creates a token of a carrier. Only a hash of its secret is stored. @throws AppError `limit_reached` */
export function issueToken(
  deps: Deps,
  actor: Actor,
  findOwner: FindOwner,
  { name }: CreateToken,
): Promise<TokenWithSecret> {
  return deps.stores.accounts.write((tx) =>
    runOnce(tx, actor, deps.clock.now(), () =>
      insertToken(deps, tx, actor, { ...findOwner(), kind: "carrier", name }),
    ),
  );
}

/** Tokens of a carrier, newest first, with revoked ones. */
export function listTokens(deps: Deps, actor: Actor, { carrierId }: TokenOwner, query: PageQuery) {
  const { accountId } = actor;
  return readPage(deps, { name: "tokens", of: { accountId }, filters: { carrierId } }, query, {
    read: (before, count) => tokenStore(deps.stores.accounts.db).list(carrierId, before, count),
    placeOf: (row) => row.id,
    view: toView,
  });
}

/** Takes effect on the next request. @throws AppError `not_found` */
export function revokeToken(deps: Deps, actor: Actor, findOwner: FindOwner, id: string): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    const row = requireToken(tx, findOwner(), id);
    if (row.revokedAt !== null) return;
    tokenStore(tx).update(id, { revokedAt: deps.clock.now() });
    appendAudit(deps, tx, actor, { action: "token.revoked", target: targetOf(row), details: detailsOf(row) });
  });
}

/** Revokes all tokens of a deleted carrier. */
export function revokeTokensOf(deps: Deps, carrierId: string): Promise<void> {
  return deps.stores.accounts.write((tx) => tokenStore(tx).revokeAll(carrierId, deps.clock.now()));
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
    runOnce(tx, actor, deps.clock.now(), () => replaceToken(deps, tx, actor, findOwner(), id, graceSeconds)),
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
  const now = deps.clock.now();
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

const carrierPrefixes = environments.map((environment) => tokenPrefix("carrier", environment));

/**
 * Finds the carrier of a token.
 * @throws AppError `token_invalid`, `token_expired`, `token_revoked`, `account_suspended`
 */
export function authenticateCarrier(deps: Deps, secret: string): Omit<CarrierPrincipal, "origin"> {
  const row = isWellFormed(secret, carrierPrefixes) ? findToken(deps, sha256Hex(secret)) : undefined;
  if (!row) throw new AppError("token_invalid");
  const state = stateOf(row, deps.clock.now());
  if (state === "revoked") throw new AppError("token_revoked");
  if (state === "expired") throw new AppError("token_expired");
  if (row.accountId !== null) refuseSuspended(deps, row.accountId);
  recordUse(deps, row, (tx, now) => tokenStore(tx).update(row.id, { lastUsedAt: now }));
  const { id, prefix, last4, environment, carrierId, accountId } = row;
  return { kind: "carrier", environment, carrierId, accountId, token: { id, prefix, last4 } };
}

/** Used tokens by hash, cached until their store changes. */
const usedTokensOf = accountsCache<TokenRow>();

function findToken(deps: Deps, hash: string): TokenRow | undefined {
  const used = usedTokensOf(deps);
  const row = used.get(hash) ?? tokenStore(deps.stores.accounts.db).findByHash(hash);
  if (row) used.set(hash, row);
  return row;
}

function requireToken(tx: Tx, { carrierId }: TokenOwner, id: string): TokenRow {
  const row = tokenStore(tx).findById(id);
  if (row?.carrierId !== carrierId) throw new AppError("not_found");
  return row;
}

function insertToken(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { kind, name, ...owner }: TokenOwner & { kind: TokenKind; name: string },
): TokenWithSecret {
  const { environment, carrierId, accountId } = owner;
  const now = deps.clock.now();
  if (tokenStore(tx).countUsable(carrierId, now) >= tokensPerCarrierMax) {
    throw new AppError("limit_reached", {
      detail: `A carrier may have at most ${tokensPerCarrierMax} active tokens. Revoke one first.`,
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
    name,
    prefix,
    last4: secret.slice(-4),
    secretHash: sha256Hex(secret),
    createdAt: now,
    lastUsedAt: null,
    expiresAt: null,
    revokedAt: null,
  };
  tokenStore(tx).insert(row);
  appendAudit(deps, tx, actor, { action: "token.issued", target: targetOf(row), details: detailsOf(row) });
  return { ...toView(row), secret };
}

function targetOf({ id, name }: TokenRow) {
  return { type: "token", id, name } as const;
}

function detailsOf({ environment, carrierId }: TokenRow) {
  return { environment, carrier_id: carrierId };
}

function toView(row: TokenRow): TokenView {
  return {
    id: row.id,
    carrier_id: row.carrierId,
    environment: row.environment,
    name: row.name,
    prefix: row.prefix,
    last4: row.last4,
    created_at: toTimestamp(row.createdAt),
    last_used_at: toTimestampOrNull(row.lastUsedAt),
    expires_at: toTimestampOrNull(row.expiresAt),
    revoked_at: toTimestampOrNull(row.revokedAt),
  };
}
