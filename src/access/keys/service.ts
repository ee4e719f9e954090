import { toTimestamp, toTimestampOrNull } from "../../infra/clock.ts";
import type { Db, Tx } from "../../infra/db/store.ts";
import { accountsCache, type Deps } from "../../infra/deps.ts";
import { AppError, invalidField } from "../../infra/errors.ts";
import { readPage } from "../../infra/http/pagination.ts";
import { type Actor, hasScope, type KeyPrincipal } from "../../infra/http/principal.ts";
import { runOnce } from "../../infra/idempotency/service.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { timeOf } from "../../infra/own-time.ts";
import { isActive, refuseInactive } from "../accounts/deletion/suspension.ts";
import { requireStill } from "../accounts/people.ts";
import { requireConfirmed } from "../accounts/proof/confirmation.ts";
import { recordLastRequest } from "../accounts/reading.ts";
import { appendAudit } from "../audit/service.ts";
import { makeSecret, randomLength, stateOf } from "../credential.ts";
import { recordUse } from "../last-use.ts";
import { type Scope, scopes } from "../model.ts";
import { isKey, isReplaced, keyPrefixes, keysPerAccountMax } from "./key.ts";
import { makerIdOf, toMaker } from "./maker.ts";
import { countUsableKeys } from "./reading.ts";
import type { CreateKey, KeyQuery, KeyView, RotateKey } from "./schema.ts";
import { type KeyRow, keyStore } from "./store.ts";

/**
 * Creates a key. Only a hash of its secret is stored. By default it may do all that its maker may.
 * @throws AppError `validation_failed`, `scope_missing` for more than its maker may do, `limit_reached`,
 * `confirmation_required` for a live key
 */
export function issueKey(deps: Deps, actor: Actor, input: CreateKey): Promise<KeyView & { secret: string }> {
  const { name, environment } = input;
  const expiresAt = input.expires_at ? Date.parse(input.expires_at) : null;
  const now = timeOf(deps, { accountId: actor.accountId, environment });
  if (expiresAt !== null && expiresAt <= now) {
    throw invalidField("#/expires_at", "in_past", "must be in the future");
  }
  if (environment === "live") requireConfirmed(deps, actor);
  if (environment === "live" && input.scopes?.every((scope) => scope === "sandbox:write")) {
    throw invalidField(
      "#/scopes",
      "without_effect",
      "must include a scope other than sandbox:write, which has no effect on live keys",
    );
  }
  const allowed = grantable(actor);
  const key = { name, environment, scopes: input.scopes ?? allowed, ownExpiresAt: expiresAt };
  refuseUngrantable(key.scopes, allowed);
  return deps.stores.accounts.write((tx) =>
    runOnce(tx, actor, deps.realClock.now(), () => insertKey(deps, tx, actor, key)),
  );
}

/** The scopes that somebody can give to a key: people no more than their role has. */
function grantable(actor: Actor): Scope[] {
  return actor.kind === "session" ? scopes.filter((scope) => hasScope(actor, scope)) : [...scopes];
}

/** @throws AppError `scope_missing` */
function refuseUngrantable(wanted: readonly Scope[], allowed: readonly Scope[]): void {
  const missing = wanted.find((scope) => !allowed.includes(scope));
  if (missing === undefined) return;
  throw new AppError("scope_missing", {
    detail: `A key cannot have more scopes than its maker, and your role does not have ${missing}.`,
  });
}

export function listKeys(deps: Deps, accountId: string, query: KeyQuery) {
  const filters = { environment: query.environment };
  return readPage(deps, { name: "keys", of: { accountId }, filters }, query, {
    read: (before, count) => keyStore(deps.stores.accounts.db).list(accountId, filters, before, count),
    placeOf: (row) => row.id,
    view: (row) => toView(deps.stores.accounts.db, row),
  });
}

/** @throws AppError `not_found` */
export function getKey(deps: Deps, accountId: string, id: string): KeyView {
  const row = keyStore(deps.stores.accounts.db).findById(id);
  if (row?.accountId !== accountId) throw new AppError("not_found");
  return toView(deps.stores.accounts.db, row);
}

/** Takes effect on the next request. @throws AppError `not_found` */
export function revokeKey(deps: Deps, actor: Actor, id: string): Promise<void> {
  return deps.stores.accounts.write((tx) => revoke(deps, tx, actor, requireKey(tx, actor.accountId, id)));
}

/** Revokes a key inside a transaction. */
export function revoke(deps: Deps, tx: Tx, actor: Actor, row: KeyRow): void {
  if (row.revokedAt !== null) return;
  keyStore(tx).update(row.id, { revokedAt: timeOf(deps, row) });
  const details = { environment: row.environment };
  appendAudit(deps, tx, actor, { action: "key.revoked", target: targetOf(row), details });
}

/**
 * Creates a successor with the same name, environment, scopes and expiry. The old key stays valid for the grace period,
 * but never longer than its own expiry. A key has only one successor.
 * @throws AppError `not_found`, `key_revoked`, `key_replaced`, `scope_missing`, `limit_reached`,
 * `confirmation_required` for a live key
 */
export function rotateKey(
  deps: Deps,
  actor: Actor,
  id: string,
  input: RotateKey,
): Promise<KeyView & { secret: string }> {
  const graceSeconds = input?.grace_period_seconds ?? 0;
  return deps.stores.accounts.write((tx) =>
    runOnce(tx, actor, deps.realClock.now(), () => replaceKey(deps, tx, actor, id, graceSeconds)),
  );
}

function replaceKey(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  id: string,
  graceSeconds: number,
): KeyView & { secret: string } {
  const row = requireKey(tx, actor.accountId, id);
  const now = timeOf(deps, row);
  if (row.environment === "live") requireConfirmed(deps, actor);
  if (stateOf(row, now) !== "valid") {
    throw new AppError("key_revoked", { detail: "Create a new key. Only a valid key can be rotated." });
  }
  if (isReplaced(row)) throw new AppError("key_replaced", { detail: "Rotate its successor instead." });
  refuseUngrantable(row.scopes, grantable(actor));
  const expiresAt = Math.min(row.expiresAt ?? Infinity, now + graceSeconds * 1000);
  keyStore(tx).update(id, graceSeconds === 0 ? { revokedAt: now } : { expiresAt, ownExpiresAt: null });
  const successor = insertKey(deps, tx, actor, row);
  appendAudit(deps, tx, actor, {
    action: "key.replaced",
    target: targetOf(row),
    details: {
      environment: row.environment,
      replaced_by: successor.id,
      grace_period_seconds: graceSeconds,
      expires_at: toTimestamp(expiresAt),
    },
  });
  return successor;
}

/**
 * Finds the owner of a key.
 * @throws AppError `api_key_invalid`, `api_key_expired`, `api_key_revoked`, `account_suspended`, `account_closing`
 */
export function authenticateKey(deps: Deps, secret: string): Omit<KeyPrincipal, "origin"> {
  const row = isKey(secret) ? findKey(deps, sha256Hex(secret)) : undefined;
  if (!row) throw new AppError("api_key_invalid");
  const now = timeOf(deps, row);
  const state = stateOf(row, now);
  if (state === "revoked") throw new AppError("api_key_revoked");
  if (state === "expired") throw new AppError("api_key_expired");
  refuseInactive(deps, row.accountId);
  recordUse(deps, row, now, (tx) => {
    keyStore(tx).update(row.id, { lastUsedAt: now });
    recordLastRequest(tx, row.accountId, deps.realClock.now());
  });
  const { id, prefix, last4, accountId, environment } = row;
  return { kind: "key", accountId, environment, key: { id, prefix, last4 }, scopes: row.scopes };
}

/** Used keys by hash, cached until their store changes. */
const usedKeysOf = accountsCache<KeyRow>();

function findKey(deps: Deps, hash: string): KeyRow | undefined {
  const used = usedKeysOf(deps);
  const row = used.get(hash) ?? keyStore(deps.stores.accounts.db).findByHash(hash);
  if (row) used.set(hash, row);
  return row;
}

/** Whether the key that opened a stream is still valid. */
export function isKeyValid(deps: Deps, id: string): boolean {
  const row = keyStore(deps.stores.accounts.db).findById(id);
  return row !== undefined && stateOf(row, timeOf(deps, row)) === "valid" && isActive(deps, row.accountId);
}

function requireKey(tx: Tx, accountId: string, id: string): KeyRow {
  const row = keyStore(tx).findById(id);
  if (row?.accountId !== accountId) throw new AppError("not_found");
  return row;
}

/** Creates a key inside a transaction. @throws AppError `limit_reached` */
export function insertKey(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  input: Pick<KeyRow, "name" | "environment" | "scopes" | "ownExpiresAt">,
): KeyView & { secret: string } {
  if (actor.kind === "session") requireStill(tx, actor);
  if (countUsableKeys(deps, tx, actor.accountId) >= keysPerAccountMax) {
    throw new AppError("limit_reached", {
      detail: `An account may have at most ${keysPerAccountMax} active API keys. Revoke one first.`,
    });
  }
  const prefix = keyPrefixes[input.environment];
  const secret = makeSecret(prefix, deps.ids.base62(randomLength));
  const row: KeyRow = {
    id: deps.ids.make("key"),
    accountId: actor.accountId,
    name: input.name,
    environment: input.environment,
    prefix,
    last4: secret.slice(-4),
    secretHash: sha256Hex(secret),
    scopes: input.scopes,
    createdAt: timeOf(deps, { accountId: actor.accountId, environment: input.environment }),
    lastUsedAt: null,
    ownExpiresAt: input.ownExpiresAt,
    expiresAt: input.ownExpiresAt,
    revokedAt: null,
    createdBy: makerIdOf(actor),
  };
  keyStore(tx).insert(row);
  const view = toView(tx, row);
  const { environment, scopes, expires_at } = view;
  appendAudit(deps, tx, actor, {
    action: "key.issued",
    target: targetOf(row),
    details: { environment, scopes, expires_at },
  });
  return { ...view, secret };
}

function targetOf({ id, name }: KeyRow) {
  return { type: "key", id, name } as const;
}

export function toView(db: Db, row: KeyRow): KeyView {
  return {
    id: row.id,
    name: row.name,
    environment: row.environment,
    prefix: row.prefix,
    last4: row.last4,
    scopes: row.scopes,
    created_at: toTimestamp(row.createdAt),
    created_by: toMaker(db, row.accountId, row.createdBy),
    last_used_at: toTimestampOrNull(row.lastUsedAt),
    expires_at: toTimestampOrNull(row.expiresAt),
    revoked_at: toTimestampOrNull(row.revokedAt),
  };
}
