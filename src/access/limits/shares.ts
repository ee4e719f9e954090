import type { Deps } from "../../infra/deps.ts";
import { environments } from "../../infra/environment.ts";
import { dayOf } from "./limit.ts";
import { findTier, listTiers } from "./service.ts";
import { storageStore } from "./storage-store.ts";
import { limitStore, type QuotaShare } from "./store.ts";

/** A limit that an account has nearly reached. */
export interface UsedLimit extends QuotaShare {
  limit: "requests_per_day" | "storage_bytes";
}

/** Accounts that used at least `share` (0 to 1) of the requests of today, or of the storage, of their tier. */
export function findUsedLimits(deps: Deps, share: number): UsedLimit[] {
  const requests = limitStore(deps.stores.accounts.db).usedMost(dayOf(deps.realClock.now()), share);
  const least = Math.min(
    ...listTiers(deps).map(({ limits }) => limits?.storageBytes ?? Number.POSITIVE_INFINITY),
  );
  const storage = environments.flatMap((environment) =>
    storageStore(deps.stores.platform(environment).db)
      .withAtLeast(Math.min(least * share, Number.MAX_SAFE_INTEGER))
      .flatMap(({ accountId, bytes: used }) => {
        const allowed = findTier(deps, accountId)?.limits?.storageBytes ?? Number.POSITIVE_INFINITY;
        return used < allowed * share ? [] : [{ accountId, environment, used, allowed }];
      }),
  );
  return [
    ...requests.map((used) => ({ ...used, limit: "requests_per_day" as const })),
    ...storage.map((used) => ({ ...used, limit: "storage_bytes" as const })),
  ];
}
