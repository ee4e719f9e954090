import { accountsCache, type Deps } from "../../infra/deps.ts";
import { environments } from "../../infra/environment.ts";
import { AppError } from "../../infra/errors.ts";
import type { CarrierPrincipal, DriverPrincipal } from "../../infra/http/principal.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { timeOf } from "../../infra/own-time.ts";
import { isActive, refuseInactive } from "../accounts/deletion/suspension.ts";
import { isWellFormed, stateOf } from "../credential.ts";
import { recordUse } from "../last-use.ts";
import { type TokenRow, tokenStore } from "./store.ts";
import { driverTokenKinds, type TokenKind, tokenPrefix } from "./token.ts";

const prefixesOf = (kinds: readonly TokenKind[]) =>
  kinds.flatMap((kind) => environments.map((environment) => tokenPrefix(kind, environment)));
const carrierPrefixes = prefixesOf(["carrier"]);
const driverPrefixes = prefixesOf(driverTokenKinds);

/**
 * Finds the carrier of a token.
 * @throws AppError `token_invalid`, `token_expired`, `token_revoked`, `account_suspended`, `account_closing`
 */
export function authenticateCarrier(deps: Deps, secret: string): Omit<CarrierPrincipal, "origin"> {
  const { environment, carrierId, accountId, ...token } = requireValid(deps, secret, carrierPrefixes);
  return { kind: "carrier", environment, carrierId, accountId, token: auditedKeyOf(token) };
}

/** The driver of a token. @throws AppError as `authenticateCarrier` */
export function authenticateDriver(deps: Deps, secret: string): Omit<DriverPrincipal, "origin"> {
  const row = requireValid(deps, secret, driverPrefixes);
  const { environment, carrierId, accountId, driverId } = row;
  if (driverId === null) throw new AppError("token_invalid");
  return {
    kind: "driver",
    environment,
    driverId,
    carrierId,
    accountId,
    by: { kind: "token", token: auditedKeyOf(row) },
    sendsPositionsOnly: row.kind === "positions",
    usesServerTime: row.timeSource === "server",
  };
}

/** Whether the token that opened a stream is still valid. */
export function isTokenValid(deps: Deps, id: string): boolean {
  const row = tokenStore(deps.stores.accounts.db).findById(id);
  if (!row || stateOf(row, timeOf(deps, row)) !== "valid") return false;
  return row.accountId === null || isActive(deps, row.accountId);
}

function requireValid(deps: Deps, secret: string, prefixes: readonly string[]): TokenRow {
  const row = isWellFormed(secret, prefixes) ? findToken(deps, sha256Hex(secret)) : undefined;
  if (!row) throw new AppError("token_invalid");
  const now = timeOf(deps, row);
  const state = stateOf(row, now);
  if (state === "revoked") throw new AppError("token_revoked");
  if (state === "expired") throw new AppError("token_expired");
  if (row.accountId !== null) refuseInactive(deps, row.accountId);
  recordUse(deps, row, now, (tx) => tokenStore(tx).update(row.id, { lastUsedAt: now }));
  return row;
}

function auditedKeyOf({ id, prefix, last4 }: Pick<TokenRow, "id" | "prefix" | "last4">) {
  return { id, prefix, last4 };
}

/** Used tokens by hash, cached until their store changes. */
const usedTokensOf = accountsCache<TokenRow>();

function findToken(deps: Deps, hash: string): TokenRow | undefined {
  const used = usedTokensOf(deps);
  const row = used.get(hash) ?? tokenStore(deps.stores.accounts.db).findByHash(hash);
  if (row) used.set(hash, row);
  return row;
}
