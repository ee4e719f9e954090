import { type Deps, untilAccountsChange } from "../deps.ts";
import { AppError } from "../errors.ts";
import { type Tier, toTier } from "./limit.ts";
import { limitStore } from "./store.ts";

const tiersOf = untilAccountsChange<Tier>();

/**
 * The tier of an account, from memory: it is asked at every request. Whatever is written about accounts empties
 * the memory before it is answered, so that a change holds from then on.
 * @throws AppError `not_found`
 */
export function getTier(deps: Deps, accountId: string): Tier {
  const tiers = tiersOf(deps);
  const tier = tiers.get(accountId);
  if (tier !== undefined) return tier;
  const row = limitStore(deps.stores.accounts.db).findTier(accountId);
  if (!row) throw new AppError("not_found");
  const found = toTier(row);
  tiers.set(accountId, found);
  return found;
}

export function listTiers(deps: Deps): Tier[] {
  return limitStore(deps.stores.accounts.db).listTiers().map(toTier);
}
