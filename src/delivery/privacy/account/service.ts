import { findDeletion } from "../../../access/accounts/deletion/closing.ts";
import { requireStill } from "../../../access/accounts/people.ts";
import { acceptByDefaultOf } from "../../../access/accounts/reading.ts";
import { type AccountSettings, changeSettings } from "../../../access/accounts/settings.ts";
import { getAccount } from "../../../access/accounts/sign-in/service.ts";
import { appendAudit } from "../../../access/audit/service.ts";
import type { KeyView } from "../../../access/keys/schema.ts";
import { getKey } from "../../../access/keys/service.ts";
import { getTier } from "../../../access/limits/service.ts";
import { requestsLeftToday } from "../../../access/limits/spending.ts";
import { storedBytes } from "../../../access/limits/storage.ts";
import { toBudgetView, toLimitsView } from "../../../access/limits/view.ts";
import { toTimestamp } from "../../../infra/clock.ts";
import type { Environment } from "../../../infra/environment.ts";
import { type Caller, keyOf, type SessionPrincipal } from "../../../infra/http/principal.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import type { AcceptByDefault } from "../../lifecycle/assignments/schema.ts";
import { changeBrand, getBrand } from "../../lifecycle/brand/service.ts";
import { mailHindrance } from "../../recipients/mail/permission.ts";
import { toDeletionView } from "./deletion.ts";
import type { AccountView, PatchOwnAccount } from "./schema.ts";

/** The caller's account, limits and key, and what is left of today's quota. */
export function describeCaller(deps: DeliveryDeps, caller: Caller): AccountView {
  const { accountId, environment } = caller;
  const key = keyOf(caller);
  const account = getAccount(deps, accountId);
  const { id, name, createdAt, retentionDays, linkDays, recipientMail, laterChargesPercent } = account;
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
    budget: limits && toBudgetView(limits),
    requests_left_today: limits && requestsLeftToday(deps, caller, limits),
    stored_bytes: storedBytes(deps, caller),
    brand: getBrand(deps, accountId),
    retention_days: retentionDays,
    retention_days_max: deps.config.personalDataDays,
    link_days: linkDays,
    recipient_mail: recipientMail,
    recipient_mail_blocked_by: mailHindrance(deps, environment, account),
    later_charges_percent: laterChargesPercent,
    accept_by_default: acceptByDefaultOf(deps, caller) as AccountView["accept_by_default"],
    language: account.language as AccountView["language"],
    units: account.units as AccountView["units"],
    purpose: account.purpose,
    link_days_default: deps.config.trackingLinkDays,
    deletion: deletion && toDeletionView(deletion),
    carriers: deps.carriers(environment, accountId).map(({ identity }) => identity),
    key: key && inUse(getKey(deps, accountId, key.id)),
  };
}

/** Changes all of it or nothing. @throws AppError `validation_failed`, `scope_missing` */
export async function patchOwnAccount(
  deps: DeliveryDeps,
  caller: Caller,
  session: SessionPrincipal,
  { brand, ...change }: PatchOwnAccount,
): Promise<AccountView> {
  const { accountId } = session;
  const { name, retention_days: retentionDays, link_days: linkDays, recipient_mail: recipientMail } = change;
  const { later_charges_percent: laterChargesPercent, accept_by_default: acceptByDefault, purpose } = change;
  const { language, units } = change;
  await deps.stores.accounts.write((tx) => {
    requireStill(tx, session, "account:write");
    const changed = changeSettings(deps, tx, accountId, {
      ...(name !== undefined && { name }),
      ...(retentionDays !== undefined && { retentionDays }),
      ...(linkDays !== undefined && { linkDays }),
      ...(recipientMail !== undefined && { recipientMail }),
      ...(laterChargesPercent !== undefined && { laterChargesPercent }),
      ...(purpose !== undefined && { purpose }),
      ...(acceptByDefault !== undefined && {
        acceptByDefault: defaultsWith(getAccount(deps, accountId), caller.environment, acceptByDefault),
      }),
      ...(language !== undefined && { language }),
      ...(units !== undefined && { units }),
    });
    if (brand && changeBrand(tx, accountId, brand)) changed.push("brand");
    if (changed.length === 0) return;
    appendAudit(deps, tx, session, {
      action: "account.changed",
      target: { type: "account", id: accountId, name: name ?? getAccount(deps, accountId).name },
      details: { changed },
    });
  });
  return describeCaller(deps, caller);
}

/** What is left out stays, and null removes a member, or what an environment accepts. */
function defaultsWith(
  { acceptByDefault: before }: Pick<AccountSettings, "acceptByDefault">,
  environment: Environment,
  change: AcceptByDefault | null,
): AccountSettings["acceptByDefault"] {
  const { [environment]: own, ...others } = before;
  if (change === null) return others;
  const members = Object.entries({ strategy: "cheapest", ...own, ...change });
  return { ...others, [environment]: Object.fromEntries(members.filter(([, value]) => value !== null)) };
}

function inUse({ id, name, prefix, last4, scopes, expires_at }: KeyView): AccountView["key"] {
  return { id, name, prefix, last4, scopes, expires_at };
}
