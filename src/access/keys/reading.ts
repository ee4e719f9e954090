import type { Db } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { environments } from "../../infra/environment.ts";
import type { Caller } from "../../infra/http/principal.ts";
import { timeOf } from "../../infra/own-time.ts";
import { stateOf } from "../credential.ts";
import type { AccountEnvironment } from "../model.ts";
import { type KeyRow, keyStore } from "./store.ts";

/** What other features ask about keys. */

/** The account of the key with this id, if there is one. */
export function findKeyAccountId(deps: Deps, id: string): string | undefined {
  return keyStore(deps.stores.accounts.db).findById(id)?.accountId;
}

/** Whether an account has this key in its environment, also a revoked one. */
export function hasKey({ stores }: Deps, owner: AccountEnvironment, id: string): boolean {
  const row = keyStore(stores.accounts.db).findById(id);
  return row?.accountId === owner.accountId && row.environment === owner.environment;
}

/** A key that is neither revoked nor expired now. */
export function findPresentKey(deps: Deps, id: string): KeyRow | undefined {
  const row = keyStore(deps.stores.accounts.db).findById(id);
  return row && stateOf(row, timeOf(deps, row)) === "valid" ? row : undefined;
}

/** Whether the caller's key was revoked, or has expired, since the request began. */
export function isRevoked(deps: Deps, caller: Caller): boolean {
  if (caller.kind !== "key") return false;
  return findPresentKey(deps, caller.key.id) === undefined;
}

/** Number of an account's keys that are neither revoked nor expired, each in the time of its environment. */
export function countUsableKeys(deps: Deps, db: Db, accountId: string): number {
  const counts = environments.map((environment) => {
    const of = { accountId, environment };
    return keyStore(db).countUsable(of, timeOf(deps, of));
  });
  return counts.reduce((total, count) => total + count, 0);
}
