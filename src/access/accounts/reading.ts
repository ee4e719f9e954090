import type { Tx } from "../../infra/db/store.ts";
import { accountsCache, type Deps } from "../../infra/deps.ts";
import type { AccountEnvironment } from "../model.ts";
import { type AccountRow, accountStore } from "./store.ts";

/** What other features ask about an account. */

const sending = accountsCache<boolean>();

/**
 * Whether an account emails its recipients: it wants to, the operator allows it, and it is not suspended. Cached, because
 * every shipment that is collected asks.
 */
export function emailsRecipients(deps: Deps, accountId: string): boolean {
  const known = sending(deps).get(accountId);
  if (known !== undefined) return known;
  const account = accountStore(deps.stores.accounts.db).findAccount(accountId);
  const sends = account?.suspendedAt === null && account.recipientMail && account.recipientMailAllowed;
  sending(deps).set(accountId, sends);
  return sends;
}

/** A key of the account was used. Call it where the key's own last use is written. */
export function recordLastRequest(tx: Tx, accountId: string, now: number): void {
  accountStore(tx).setLastRequest(accountId, now);
}

/** Accounts whose last request with a key was in a span. */
export function accountsUsedWithin(deps: Deps, from: number, until: number): AccountRow[] {
  return accountStore(deps.stores.accounts.db).usedWithin(from, until);
}

/** How much the installation's carriers may charge the account later, in percent of a price. */
export function laterChargesPercentOf(deps: Deps, accountId: string): number {
  return accountStore(deps.stores.accounts.db).findAccount(accountId)?.laterChargesPercent ?? 0;
}

/** What new shipments accept at once where the request says nothing; null: nothing. */
export function acceptByDefaultOf(
  deps: Deps,
  { accountId, environment }: AccountEnvironment,
): Record<string, unknown> | null {
  return accountStore(deps.stores.accounts.db).findAccount(accountId)?.acceptByDefault[environment] ?? null;
}
