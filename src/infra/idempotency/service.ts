import type { Db, Store, Sync, Tx } from "../db/store.ts";
import { type Deps, type Writing, write } from "../deps.ts";
import { type Environment, environments } from "../environment.ts";
import { AppError } from "../errors.ts";
import type { Once, Requester } from "../http/principal.ts";
import type { StoredLinks, StoredText } from "../stored-links.ts";
import { retentionMs } from "./idempotency.ts";
import { type IdempotencyRow, idempotencyStore } from "./store.ts";

type Writer = Requester & { readonly environment: Environment };

/**
 * Runs `change` once for all requests with the same key. It stores the result in the same transaction, and repeated
 * requests get that result, with `secret` set to null. Without a key, `change` simply runs. Call it inside a transaction.
 * @param realNow keys are kept for a day of real time: a request is repeated because of the network
 * @param options `isFinal`: false if the result is not yet the answer, which `saveAnswer` may complete; `links`: where the
 * result may have tracking links
 * @throws AppError `idempotency_key_reused`
 */
export function runOnce<T>(
  tx: Tx,
  requester: Requester,
  realNow: number,
  change: () => Sync<T>,
  { isFinal = true, links }: { isFinal?: boolean; links?: StoredLinks } = {},
): Sync<T> {
  const { once } = requester;
  if (!once) return change();
  const scope = scopeOf(requester);
  const store = idempotencyStore(tx);
  const row = store.find(scope, once.key);
  if (row && isKept(row, realNow)) return shownAnswer(tx, row, once, links) as Sync<T>;
  if (row) store.remove(scope, once.key);
  const result = change();
  store.insert({
    accountId: scope,
    key: once.key,
    path: once.path,
    fingerprint: once.fingerprint,
    answer: storedAnswer(tx, scope, withoutSecret(result), links),
    final: isFinal,
    createdAt: realNow,
  });
  return result;
}

/** A `write` that takes effect once per key, by `runOnce`. @throws AppError `idempotency_key_reused` */
export function writeOnce<T, D extends Deps = Deps>(
  deps: D,
  caller: Writer,
  change: (writing: Writing<D>) => Sync<T>,
  { isFinal = true }: { isFinal?: boolean } = {},
): Promise<T> {
  const { links } = deps;
  return write<T, D>(deps, caller.environment, (writing) =>
    runOnce(writing.tx, caller, deps.realClock.now(), () => change(writing), { isFinal, links }),
  );
}

/**
 * A `writeOnce` whose answer `saveAnswer` completes later.
 * @returns what was written, now or by an equal request that has no answer yet; or the answer, if one has
 * @throws AppError `idempotency_key_reused`
 */
export function beginOnce<W, T, D extends Deps = Deps>(
  deps: D,
  caller: Writer,
  change: (writing: Writing<D>) => Sync<W>,
): Promise<{ written: W } | { answer: T }> {
  const realNow = deps.realClock.now();
  return write<{ written: W } | { answer: T }, D>(deps, caller.environment, (writing) => {
    const row = caller.once && idempotencyStore(writing.tx).find(scopeOf(caller), caller.once.key);
    const isAnswered = row?.final === true && isKept(row, realNow);
    const options = { isFinal: false, links: deps.links };
    const stored = runOnce(writing.tx, caller, realNow, () => change(writing), options);
    return isAnswered ? { answer: stored as T } : { written: stored as W };
  });
}

/** What was made so far, or the answer once all is made. */
export type Part<P, T> = { soFar: P } | { answer: T };

/**
 * Makes in several transactions, once per key, what would keep all others waiting in one. `change` gets what it made
 * before. That is stored with the changes of each, so a repeated request goes on where a stop ended the first one.
 * @throws AppError `idempotency_key_reused`
 */
export async function writeInParts<P, T, D extends Deps = Deps>(
  deps: D,
  caller: Writer,
  change: (writing: Writing<D>, before: P | undefined) => Part<P, T>,
): Promise<T> {
  const made = await makeAll<P, T, D>(deps, caller, change, true);
  return "stored" in made ? (made.stored as T) : made.answer;
}

/**
 * A `writeInParts` whose answer `saveAnswer` completes later; until then `change` gets all that it made again.
 * @returns what was written, now or by an equal request that has no answer yet; or the answer, if one has
 * @throws AppError `idempotency_key_reused`
 */
export async function beginInParts<W, T, D extends Deps = Deps>(
  deps: D,
  caller: Writer,
  change: (writing: Writing<D>, before: W | undefined) => Part<W, W>,
): Promise<{ written: W } | { answer: T }> {
  const made = await makeAll<W, W, D>(deps, caller, change, false);
  return "stored" in made ? { answer: made.stored as T } : { written: made.answer };
}

/** The last part, or the answer that an equal request has stored. */
async function makeAll<P, T, D extends Deps>(
  deps: D,
  caller: Writer,
  change: (writing: Writing<D>, before: P | undefined) => Part<P, T>,
  isFinal: boolean,
): Promise<{ answer: T } | { stored: unknown }> {
  let before: P | undefined;
  for (;;) {
    const part = await write<Part<P, T> | { stored: unknown }, D>(deps, caller.environment, (writing) =>
      makePart(writing, caller, before, (earlier) => change(writing, earlier), isFinal),
    );
    if (!("soFar" in part)) return part;
    before = part.soFar;
  }
}

function makePart<P, T>(
  { deps, tx }: Writing,
  requester: Requester,
  before: P | undefined,
  change: (before: P | undefined) => Part<P, T>,
  isFinal: boolean,
): Part<P, T> | { stored: unknown } {
  const { once } = requester;
  if (!once) return change(before);
  const scope = scopeOf(requester);
  const store = idempotencyStore(tx);
  const row = store.find(scope, once.key);
  const realNow = deps.realClock.now();
  const known = row && isKept(row, realNow) ? row : undefined;
  if (known) refuseOther(known, once);
  if (known?.final) return { stored: shownAnswer(tx, known, once, deps.links) };
  const part = change(known ? (JSON.parse(deps.links.show(tx, scope, known.answer)) as P) : before);
  const made = "answer" in part ? withoutSecret(part.answer) : part.soFar;
  if (row) store.remove(scope, once.key);
  store.insert({
    accountId: scope,
    key: once.key,
    path: once.path,
    fingerprint: once.fingerprint,
    answer: storedAnswer(tx, scope, made, deps.links),
    final: isFinal && "answer" in part,
    createdAt: known?.createdAt ?? realNow,
  });
  return part;
}

/**
 * Stores an answer that was made after the transaction, for repeated requests.
 * @returns the stored answer, if another request stored one first
 */
export async function saveAnswer<T>(deps: Deps, caller: Writer, answer: T): Promise<T> {
  const { once } = caller;
  if (!once) return answer;
  const scope = scopeOf(caller);
  return write<unknown>(deps, caller.environment, ({ tx }) => {
    const store = idempotencyStore(tx);
    const row = store.find(scope, once.key);
    if (row?.final) return shownAnswer(tx, row, once, deps.links);
    store.finish(scope, once.key, storedAnswer(tx, scope, answer, deps.links));
    return answer;
  }) as Promise<T>;
}

/**
 * The answer to an earlier equal request, after it became durable. Undefined for the first request, and until the
 * answer is final. @throws AppError `idempotency_key_reused`
 */
export async function findResponse(deps: Deps, store: Store, requester: Requester): Promise<unknown> {
  const { once } = requester;
  const row = once && idempotencyStore(store.db).find(scopeOf(requester), once.key);
  if (!once || !row || !isKept(row, deps.realClock.now())) return undefined;
  await store.synced();
  const answer = shownAnswer(store.db, row, once, store === deps.stores.accounts ? undefined : deps.links);
  return row.final ? answer : undefined;
}

/** Deletes an account's keys up to a time, except those of paths that begin with one of `kept`. */
export function deleteKeys({ tx }: Writing, accountId: string, until: number, kept: readonly string[]): void {
  idempotencyStore(tx).removeOfAccount(accountId, until, kept);
}

/** Deletes the keys of these tokens and drivers in an environment. */
export function deleteScopes({ tx }: Writing, scopes: readonly string[]): void {
  for (const scope of scopes) idempotencyStore(tx).removeScope(scope);
}

/** Where responses of an environment name a person of the account; others may name a recipient with the same address. */
const pathsWithMakers = "/api/v1/platform/webhooks";

/** Erases an email address from the kept responses to an account's people. */
export async function eraseFromAnswers({ stores }: Deps, accountId: string, address: string): Promise<void> {
  await stores.accounts.write((tx) => idempotencyStore(tx).eraseAddress(accountId, address, ""));
  for (const environment of environments) {
    const store = stores.platform(environment);
    await store.write((tx) => idempotencyStore(tx).eraseAddress(accountId, address, pathsWithMakers));
  }
}

/**
 * Keys of different scopes are apart: those of an account, and those of each token. A driver's devices share a scope:
 * what a phone still has to send stays the same request after a new link.
 */
function scopeOf(requester: Requester): string {
  if (requester.kind === "carrier") return requester.token.id;
  if (requester.kind !== "driver") return requester.accountId;
  return requester.by.kind === "token" ? requester.by.token.id : requester.driverId;
}

function isKept(row: IdempotencyRow, realNow: number): boolean {
  return row.createdAt > realNow - retentionMs;
}

function shownAnswer(db: Db | Tx, row: IdempotencyRow, once: Once, links?: StoredLinks): unknown {
  refuseOther(row, once);
  once.replayed = true;
  return JSON.parse(links ? links.show(db, row.accountId, row.answer) : row.answer);
}

function storedAnswer(tx: Tx, scope: string, answer: unknown, links?: StoredLinks): StoredText {
  const text = JSON.stringify(answer);
  return links ? links.mark(tx, scope, text) : (text as StoredText);
}

function refuseOther(row: IdempotencyRow, once: Once): void {
  if (row.fingerprint !== once.fingerprint) {
    throw new AppError("idempotency_key_reused", {
      detail: "This key was used with another method, path or body. Use a new key for each new request.",
    });
  }
}

function withoutSecret(result: unknown): unknown {
  const holdsSecret = typeof result === "object" && result !== null && "secret" in result;
  return holdsSecret ? { ...result, secret: null } : result;
}
