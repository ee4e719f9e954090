import { findDeletion } from "../../access/accounts/closing.ts";
import { setLinkDays, setRetention } from "../../access/accounts/retention.ts";
import { getAccount } from "../../access/accounts/service.ts";
import type { KeyView } from "../../access/keys/schema.ts";
import { getKey } from "../../access/keys/service.ts";
import { getTier } from "../../access/limits/service.ts";
import { requestsLeftToday } from "../../access/limits/spending.ts";
import { storedBytes } from "../../access/limits/storage.ts";
import { toLimitsView } from "../../access/limits/view.ts";
import { toTimestamp } from "../../infra/clock.ts";
import { type Caller, keyOf, type SessionPrincipal } from "../../infra/http/principal.ts";
import type { DeliveryDeps } from "../deps.ts";
import { toDeletionView } from "./deletion-view.ts";
import type { AccountView, PatchOwnAccount } from "./schema.ts";

/** The caller's account, limits and key, and what is left of today's quota. */
export function describeCaller(deps: DeliveryDeps, caller: Caller): AccountView {
  const { accountId, environment } = caller;
  const key = keyOf(caller);
  const { id, name, createdAt, retentionDays, linkDays } = getAccount(deps, accountId);
  const deletion = findDeletion(deps, accountId);
  const { name: tier, limits, price } = getTier(deps, accountId);
  return {
    id,
    name,
    environment,
    created_at: toTimestamp(createdAt),
    tier,
    tier_price: price,
    limits: limits && toLimitsView(limits),
    requests_left_today: limits && requestsLeftToday(deps, caller, limits),
    stored_bytes: storedBytes(deps, caller),
    retention_days: retentionDays,
    retention_days_max: deps.config.personalDataDays,
    link_days: linkDays,
    link_days_default: deps.config.trackingLinkDays,
    deletion: deletion && toDeletionView(deletion),
    carriers: deps.carriers(environment, accountId).map(({ identity }) => identity),
    key: key && inUse(getKey(deps, accountId, key.id)),
  };
}

/** @throws AppError `validation_failed` */
export async function patchOwnAccount(
  deps: DeliveryDeps,
  caller: Caller,
  session: SessionPrincipal,
  { retention_days, link_days }: PatchOwnAccount,
): Promise<AccountView> {
  if (retention_days !== undefined) await setRetention(deps, session, retention_days);
  if (link_days !== undefined) await setLinkDays(deps, session, link_days);
  return describeCaller(deps, caller);
}

function inUse({ id, name, prefix, last4, scopes, expires_at }: KeyView): AccountView["key"] {
  return { id, name, prefix, last4, scopes, expires_at };
}
