import type { Db } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { environments } from "../../infra/environment.ts";
import { timeOf } from "../../infra/own-time.ts";
import { keyStore } from "./store.ts";

/** Number of an account's keys that are neither revoked nor expired, each in the time of its environment. */
export function countUsableKeys(deps: Deps, db: Db, accountId: string): number {
  const counts = environments.map((environment) => {
    const of = { accountId, environment };
    return keyStore(db).countUsable(of, timeOf(deps, of));
  });
  return counts.reduce((total, count) => total + count, 0);
}
