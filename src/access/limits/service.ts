import { accountsCache, type Deps } from "../../infra/deps.ts";
import { AppError } from "../../infra/errors.ts";
import { type Tier, toTier } from "./limit.ts";
import { limitStore } from "./store.ts";

const tiersOf = accountsCache<Tier>();

/** Like `getTier`, but undefined for an unknown account. */
export function findTier(deps: Deps, accountId: string): Tier | undefined {
  const tiers = tiersOf(deps);
  const tier = tiers.get(accountId);
  if (tier !== undefined) return tier;
  const row = limitStore(deps.stores.accounts.db).findTier(accountId);
  const found = row && toTier(row);
  if (found) tiers.set(accountId, found);
  return found;
}

/**
 * The tier of an account, cached because every request needs it. A write to the accounts' store empties the cache
 * before it is answered, so changes apply from then on.
 * @throws AppError `not_found`
 */
export function getTier(deps: Deps, accountId: string): Tier {
  const found = findTier(deps, accountId);
  if (!found) throw new AppError("not_found");
  return found;
}

export function listTiers(deps: Deps): Tier[] {
  return limitStore(deps.stores.accounts.db).listTiers().map(toTier);
}
