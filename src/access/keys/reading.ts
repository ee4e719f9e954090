import type { Db } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { environments } from "../../infra/environment.ts";
import { timeOf } from "../../infra/own-time.ts";
import type { AccountEnvironment } from "../model.ts";
import { keyStore } from "./store.ts";

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

/** Number of an account's keys that are neither revoked nor expired, each in the time of its environment. */
export function countUsableKeys(deps: Deps, db: Db, accountId: string): number {
  const counts = environments.map((environment) => {
    const of = { accountId, environment };
    return keyStore(db).countUsable(of, timeOf(deps, of));
  });
  return counts.reduce((total, count) => total + count, 0);
}
