import { accountsCache, type Deps } from "../../../infra/deps.ts";
import type { AccountRow } from "../store.ts";
import { accountStore } from "../store.ts";

/** For how many days after the end of a shipment its personal data is kept, and its tracking link works. */

const accountsPerPage = 500;

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

/** For how many days an account keeps personal data; Infinity: without end. */
export function retentionDaysOf(deps: Deps, accountId: string): number {
  return daysOf(deps, accountStore(deps.stores.accounts.db).findAccount(accountId)?.retentionDays ?? null);
}

/** The smaller of an account's own and the installation's. */
function daysOf({ config }: Deps, own: number | null): number {
  return Math.min(own ?? Infinity, config.personalDataDays ?? Infinity);
}

/** Accounts whose data ends, with the number of days. */
export function* accountsWithRetention(deps: Deps): Generator<{ id: string; days: number }> {
  const accounts = accountStore(deps.stores.accounts.db);
  for (let before: string | undefined, isLast = false; !isLast; ) {
    const rows: AccountRow[] = accounts.listAccounts({}, before, accountsPerPage);
    for (const { id, retentionDays } of rows) {
      const days = daysOf(deps, retentionDays);
      if (days < Infinity) yield { id, days };
    }
    before = rows.at(-1)?.id;
    isLast = rows.length < accountsPerPage;
  }
}
