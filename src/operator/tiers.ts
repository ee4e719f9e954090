import { countByTier } from "../access/accounts/operator/administration.ts";
import type { Tier } from "../access/limits/limit.ts";
import type { CreateTier, PatchTier } from "../access/limits/schema.ts";
import { listTiers } from "../access/limits/service.ts";
import { changeTier, defaultTierName, insertTier } from "../access/limits/tiers.ts";
import type { Deps } from "../infra/deps.ts";
import type { SessionPrincipal } from "../infra/http/principal.ts";
import { runOnce } from "../infra/idempotency/service.ts";
import type { OperatorTierView } from "./schema.ts";
import { toOperatorTierView } from "./view.ts";

export function listOperatorTiers(deps: Deps): { data: OperatorTierView[] } {
  const counts = countByTier(deps);
  return { data: listTiers(deps).map((tier) => viewOf(deps, tier, counts)) };
}

/** @throws AppError as `insertTier` */
export function addTier(
  deps: Deps,
  operator: SessionPrincipal,
  input: CreateTier,
): Promise<OperatorTierView> {
  return deps.stores.accounts.write((tx) =>
    runOnce(tx, operator, deps.realClock.now(), () =>
      toOperatorTierView(insertTier(deps, tx, operator, input), 0, false),
    ),
  );
}

/** @throws AppError as `changeTier` */
export async function patchTier(
  deps: Deps,
  operator: SessionPrincipal,
  name: string,
  change: PatchTier,
): Promise<OperatorTierView> {
  return viewOf(deps, await changeTier(deps, operator, name, change), countByTier(deps));
}

function viewOf(deps: Deps, tier: Tier, accounts: ReadonlyMap<string, number>): OperatorTierView {
  return toOperatorTierView(tier, accounts.get(tier.name) ?? 0, tier.name === defaultTierName(deps));
}
