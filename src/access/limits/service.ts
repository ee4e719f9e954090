import { accountsCache, type Deps } from "../../infra/deps.ts";
import { AppError, refuseFields } from "../../infra/errors.ts";
import type { Actor } from "../../infra/http/principal.ts";
import { appendAudit } from "../audit/service.ts";
import { type Tier, toTier } from "./limit.ts";
import type { LimitsPatch } from "./schema.ts";
import { limitStore } from "./store.ts";
import { toLimitsView } from "./view.ts";

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

/**
 * Changes the limits of a tier, from the next request of its accounts on. Omitted members stay. An account that used
 * more than the new limits allow must wait.
 * @throws AppError `not_found`; `validation_failed` for a tier without limits, which cannot get any
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
