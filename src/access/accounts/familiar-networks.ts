import type { Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import type { RequestOrigin } from "../../infra/http/principal.ts";
import { sha256Hex } from "../../infra/ids.ts";
import { networksOf } from "../../infra/net/network.ts";
import { accountStore, type UserRow } from "./store.ts";
import type { Attempt } from "./throttle.ts";

/** Where people have signed in from: what strangers guess elsewhere does not keep them out there. */

/** A person's home, work and telephone, and some more. */
const networksPerUserMax = 20;

/** A sign-in with this address, whether or not there is such a user. An undeclared proxy is no network. */
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
    isFamiliar: user !== undefined && accountStore(db).hasNetwork(user.id, hashOf(user.id, origin)),
  };
}

/** Remembers the last ones. Of an undeclared proxy it would hold for all who come through it, and is left out. */
export function rememberNetwork(deps: Deps, tx: Tx, userId: string, origin: RequestOrigin): void {
  if (origin.isShared) return;
  const row = { userId, networkHash: hashOf(userId, origin), usedAt: deps.clock.now() };
  accountStore(tx).saveNetwork(row, networksPerUserMax);
}

/** Not the address: nobody has to know where people were. */
function hashOf(userId: string, { address }: RequestOrigin): string {
  return sha256Hex(`${userId} ${networksOf(address)[0].name}`);
}
