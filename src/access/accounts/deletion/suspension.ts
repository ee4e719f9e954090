import { accountsCache, type Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { accountStore, watchSuspensions } from "../store.ts";
import { isClosing, refuseClosing } from "./closing.ts";
import { watchDeletions } from "./deletion-store.ts";

/**
 * A suspended account's keys and sessions are refused. Its shipments continue: carriers move them, endpoints get their
 * events, and recipients track them.
 */

const suspendedOf = accountsCache<boolean>();

/** Cached, because every request needs it. A change applies from the next request on. */
export function isSuspended(deps: Deps, accountId: string): boolean {
  const suspended = suspendedOf(deps);
  const known = suspended.get(accountId);
  if (known !== undefined) return known;
  const account = accountStore(deps.stores.accounts.db).findAccount(accountId);
  const found = account !== undefined && account.suspendedAt !== null;
  suspended.set(accountId, found);
  return found;
}

/** @throws AppError `account_suspended` */
export function refuseSuspended(deps: Deps, accountId: string): void {
  if (!isSuspended(deps, accountId)) return;
  throw new AppError("account_suspended", {
    detail: "The operator of this installation suspended the account. Contact the operator.",
  });
}

/** For keys, tokens and devices, which a deletion refuses too. @throws AppError `account_suspended`, `account_closing` */
export function refuseInactive(deps: Deps, accountId: string): void {
  refuseSuspended(deps, accountId);
  refuseClosing(deps, accountId);
}

export function isActive(deps: Deps, accountId: string): boolean {
  return !isSuspended(deps, accountId) && !isClosing(deps, accountId);
}

/** Calls `listener` for each account that a write may have made active or inactive. It may still be undone. */
export function watchActivity({ stores }: Deps, listener: (accountId: string) => void): void {
  watchSuspensions(stores.accounts, listener);
  watchDeletions(stores.accounts, listener);
}
