import { accountsCache, type Deps } from "../../infra/deps.ts";
import { AppError, invalidField } from "../../infra/errors.ts";
import type { SessionPrincipal } from "../../infra/http/principal.ts";
import { appendAudit } from "../audit/service.ts";
import type { AccountRow } from "./store.ts";
import { accountStore } from "./store.ts";

/** For how many days after the end of a shipment its personal data is kept, and its tracking link works. */

const accountsPerPage = 500;

/**
 * Sets the account's own number of days; null for the installation's.
 * @throws AppError `validation_failed` for more days than the installation allows
 */
export async function setRetention(
  deps: Deps,
  actor: SessionPrincipal,
  retentionDays: number | null,
): Promise<void> {
  const max = deps.config.personalDataDays;
  if (max !== null && (retentionDays ?? 0) > max) {
    throw invalidField("#/retention_days", "maximum", `must be at most ${max}, as the operator set`);
  }
  await change(deps, actor, "retention_days", { retentionDays });
}

/** Sets how many days the account's tracking links outlast their shipments; null for the installation's number. */
export function setLinkDays(deps: Deps, actor: SessionPrincipal, linkDays: number | null): Promise<void> {
  return change(deps, actor, "link_days", { linkDays });
}

const knownLinkDays = accountsCache<number>();

/** For how many days an account's tracking links outlast their shipments. Cached, because every look needs it. */
export function linkDaysOf(deps: Deps, accountId: string): number {
  const known = knownLinkDays(deps).get(accountId);
  if (known !== undefined) return known;
  const own = accountStore(deps.stores.accounts.db).findAccount(accountId)?.linkDays;
  const days = own ?? deps.config.trackingLinkDays;
  knownLinkDays(deps).set(accountId, days);
  return days;
}

function change(
  deps: Deps,
  actor: SessionPrincipal,
  field: string,
  days: Pick<AccountRow, "retentionDays"> | Pick<AccountRow, "linkDays">,
): Promise<void> {
  return deps.stores.accounts.write((tx) => {
    const before = accountStore(tx).findAccount(actor.accountId);
    if (!before) throw new AppError("not_found");
    const after = { ...before, ...days };
    if (before.retentionDays === after.retentionDays && before.linkDays === after.linkDays) return;
    accountStore(tx).updateAccount(after);
    appendAudit(deps, tx, actor, {
      action: "account.changed",
      target: { type: "account", id: before.id, name: before.name },
      details: { changed: [field] },
    });
  });
}

/** Accounts whose data ends, with the number of days: the smaller of their own and the installation's. */
export function* accountsWithRetention(deps: Deps): Generator<{ id: string; days: number }> {
  const accounts = accountStore(deps.stores.accounts.db);
  for (let before: string | undefined, isLast = false; !isLast; ) {
    const rows: AccountRow[] = accounts.listAccounts({}, before, accountsPerPage);
    for (const { id, retentionDays } of rows) {
      const days = Math.min(retentionDays ?? Infinity, deps.config.personalDataDays ?? Infinity);
      if (days < Infinity) yield { id, days };
    }
    before = rows.at(-1)?.id;
    isLast = rows.length < accountsPerPage;
  }
}
