import type { Deps } from "../../infra/deps.ts";
import { accountStore } from "./store.ts";

/** How much the installation's fleets may charge the account later, in percent of a price. */
export function laterChargesPercentOf(deps: Deps, accountId: string): number {
  return accountStore(deps.stores.accounts.db).findAccount(accountId)?.laterChargesPercent ?? 0;
}
