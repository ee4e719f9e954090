import type { Tx } from "../../infra/db/store.ts";
import type { Deps } from "../../infra/deps.ts";
import { type AccountRow, accountStore } from "./store.ts";

/** A key of the account was used. Call it where the key's own last use is written. */
export function recordLastRequest(tx: Tx, accountId: string, now: number): void {
  accountStore(tx).setLastRequest(accountId, now);
}

/** Accounts whose last request with a key was in a span. */
export function accountsUsedWithin(deps: Deps, from: number, until: number): AccountRow[] {
  return accountStore(deps.stores.accounts.db).usedWithin(from, until);
}
