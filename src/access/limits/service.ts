import { accountsCache, type Deps } from "../../infra/deps.ts";
import { AppError, refuseFields } from "../../infra/errors.ts";
import type { Actor } from "../../infra/http/principal.ts";
import { appendAudit } from "../audit/service.ts";
import { type Tier, toTier } from "./limit.ts";
import type { LimitsPatch } from "./schema.ts";
import { limitStore } from "./store.ts";
import { toLimitsView } from "./view.ts";

const tiersOf = accountsCache<Tier>();

/** As `getTier`; undefined where there is no such account. */
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
 * The tier of an account, from memory: it is asked at every request. Whatever is written about accounts empties
 * the memory before it is answered, so that a change holds from then on.
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

/**
 * Changes what the accounts of a tier may ask, from their very next request on; what is left out stays. Who has
 * taken more than the new limits allow waits until they would.
 * @throws AppError `not_found`; `validation_failed` for a tier without limits, which stays without
 */
export function changeTier(deps: Deps, actor: Actor, name: string, change: LimitsPatch): Promise<Tier> {
  return deps.stores.accounts.write((tx) => {
    const before = limitStore(tx).findTierByName(name);
    if (!before) throw new AppError("not_found");
    const { limits } = toTier(before);
    if (limits === null) {
      const detail = "cannot be set: this tier has no limits, and some accounts have to be without";
      refuseFields(
        Object.keys(change).map((field) => ({ pointer: `#/${field}`, code: "unlimited", detail })),
      );
      return { name, limits };
    }
    const previous = toLimitsView(limits);
    const next = { ...previous, ...change };
    const row = {
      name,
      requestsPerSecond: next.requests_per_second,
      burst: next.burst,
      requestsPerDay: next.requests_per_day,
      storageBytes: next.storage_bytes,
    };
    if (JSON.stringify(previous) === JSON.stringify(next)) return toTier(before);
    limitStore(tx).updateTier(row);
    const target = { type: "tier", id: name, name } as const;
    const details = { limits: next, previous_limits: previous };
    appendAudit(deps, tx, actor, { action: "tier.changed", target, details });
    return toTier(row);
  });
}
