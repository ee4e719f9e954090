import type { Tx } from "../../../infra/db/store.ts";
import type { Deps } from "../../../infra/deps.ts";
import type { RequestOrigin } from "../../../infra/http/principal.ts";
import { sha256Hex } from "../../../infra/ids.ts";
import { networksOf } from "../../../infra/net/network.ts";
import type { Attempt } from "../proof/throttle.ts";
import type { UserRow } from "../store.ts";
import { networkStore } from "./network-store.ts";

/** Networks from which users have signed in. Guesses from other networks do not lock users out there. */

/** Enough for a user's home, work and phone, and some more. */
const networksPerUserMax = 20;

/** A sign-in attempt with this address, whether or not the user exists. An undeclared proxy counts as no network. */
export function attemptAt(
  deps: Deps,
  user: UserRow | undefined,
  email: string,
  origin: RequestOrigin,
): Attempt {
  const { db } = deps.stores.accounts;
  return {
    owner: email,
    networks: origin.isShared ? [] : networksOf(origin.address),
    isFamiliar: user !== undefined && networkStore(db).has(user.id, hashOf(user.id, origin)),
  };
}

/**
 * Remembers the latest networks, except undeclared proxies: all their clients would become familiar.
 * @returns whether the user had signed in before, and never from there
 */
export function rememberNetwork(deps: Deps, tx: Tx, userId: string, origin: RequestOrigin): boolean {
  if (origin.isShared) return false;
  const networks = networkStore(tx);
  const row = { userId, networkHash: hashOf(userId, origin), usedAt: deps.realClock.now() };
  const isNew = networks.hasAny(userId) && !networks.has(userId, row.networkHash);
  networks.save(row, networksPerUserMax);
  return isNew;
}

/** A hash instead of the address, because nobody needs to know where users were. */
function hashOf(userId: string, { address }: RequestOrigin): string {
  return sha256Hex(`${userId} ${networksOf(address)[0].name}`);
}
