import { type Deps, inMemory } from "../../../infra/deps.ts";
import { AppError, invalidField } from "../../../infra/errors.ts";
import type { RequestOrigin } from "../../../infra/http/principal.ts";
import { widestNetworkOf } from "../../../infra/net/network.ts";
import { createFairQueue, type FairQueue } from "../../../infra/waiting/fair-queue.ts";
import { normalizePassword } from "../account.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { type Attempt, createThrottle, type Outcome, throttledError } from "./throttle.ts";

/** Null for a command. */
type Origin = Pick<RequestOrigin, "address"> | null;

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const parameters = { algorithm: "argon2id", memoryCost: 19_456, timeCost: 2 } as const;
/** More would slow down each other and everything else on the thread pool. */
const hashesAtOnceMax = 2;

/** With more waiting, from one network or in total, the answer would come too late. */
const waitingOfNetworkMax = 60;
const waitingMax = 150;

let running = 0;
/** Sign-ins go before sign-ups, so that strangers who sign up cannot keep users out. */
const waiting = {
  checks: createFairQueue(waitingOfNetworkMax, waitingMax),
  hashes: createFairQueue(waitingOfNetworkMax, waitingMax),
};

/** @throws AppError `busy` */
async function inTurn<T>(queue: FairQueue, origin: Origin, work: () => Promise<T>): Promise<T> {
  if (running < hashesAtOnceMax) running += 1;
  else {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (!queue.add(origin === null ? "" : widestNetworkOf(origin.address), resolve))
      throw new AppError("busy");
    await promise;
  }
  try {
    return await work();
  } finally {
    const next = waiting.checks.next() ?? waiting.hashes.next();
    if (next) next();
    else running -= 1;
  }
}

/** @throws AppError `busy` */
export function hashPassword(password: string, origin: Origin): Promise<string> {
  return inTurn(waiting.hashes, origin, () => Bun.password.hash(normalizePassword(password), parameters));
}

/** @throws AppError `validation_failed` */
export function refuseCommonPassword(pointer: string, password: string): void {
  if (isCommonPassword(normalizePassword(password))) {
    throw invalidField(pointer, "common_password", "is too common; try four unrelated words");
  }
}

/** Verified for unknown users, so that they take the same time as a wrong password. */
let nobodyHash: Promise<string> | undefined;

/**
 * Also tries the password as typed: older hashes were made before normalization (RFC 8265 §4.2). The number of tries
 * depends on the password alone, so it reveals nothing about the user.
 * @throws AppError `busy`
 */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  origin: Origin,
): Promise<boolean> {
  nobodyHash ??= Bun.password.hash("nobody has this password", parameters);
  const known = hash ?? (await nobodyHash);
  const forms = new Set([normalizePassword(password), password]);
  let matches = false;
  for (const form of forms) {
    // All forms are tried, so that the time does not depend on the match.
    matches = (await inTurn(waiting.checks, origin, () => Bun.password.verify(form, known))) || matches;
  }
  return matches && hash !== undefined;
}

const throttleOf = inMemory(createThrottle);

/**
 * Runs a check of secrets that somebody could guess, and counts its outcome. A check that fails does not count.
 * @throws AppError `sign_in_throttled` if too many were wrong
 */
export async function inAttempt<T extends { outcome: Outcome }>(
  deps: Deps,
  attempt: Attempt,
  check: () => Promise<T>,
): Promise<T> {
  const throttle = throttleOf(deps);
  const waitMs = throttle.waitMs(attempt, deps.realClock.now());
  if (waitMs > 0) throw throttledError(waitMs);
  const conclude = throttle.begin(attempt, deps.realClock.now());
  let outcome: Outcome = "unchecked";
  try {
    const checked = await check();
    outcome = checked.outcome;
    return checked;
  } finally {
    conclude(outcome, deps.realClock.now());
  }
}

/** Forgets the owner's wrong attempts from there, as a right one does. */
export function forgive(deps: Deps, attempt: Attempt): void {
  const now = deps.realClock.now();
  throttleOf(deps).begin(attempt, now)("right", now);
}
