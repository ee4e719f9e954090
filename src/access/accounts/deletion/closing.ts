import { toTimestamp } from "../../../infra/clock.ts";
import { accountsCache, type Deps } from "../../../infra/deps.ts";
import { AppError } from "../../../infra/errors.ts";
import { type DeletionRow, deletionStore } from "./deletion-store.ts";

/**
 * An account that is to be deleted is closing: its keys, tokens and drivers are refused, and people change nothing in its
 * environments. They sign in, read, export, and decide about people, keys and the deletion itself.
 */

const deletionOf = accountsCache<DeletionRow | null>();

/** Cached, because every request needs it. A change applies from the next request on. */
export function findDeletion(deps: Deps, accountId: string): DeletionRow | null {
  const known = deletionOf(deps);
  const found = known.get(accountId);
  if (found !== undefined) return found;
  const row = deletionStore(deps.stores.accounts.db).find(accountId) ?? null;
  known.set(accountId, row);
  return row;
}

export function isClosing(deps: Deps, accountId: string): boolean {
  return findDeletion(deps, accountId) !== null;
}

/** Whether its rows are being erased, so that nobody of it is left. */
export function isBeingErased(deps: Deps, accountId: string): boolean {
  const deletion = findDeletion(deps, accountId);
  return deletion !== null && deletion.stage !== "waiting";
}

/** When the account will be deleted; null if nobody asked for it. */
export function deletionDueAt(deps: Deps, accountId: string): string | null {
  const deletion = findDeletion(deps, accountId);
  return deletion && toTimestamp(deletion.dueAt);
}

/** @throws AppError `account_closing` */
export function refuseClosing(deps: Deps, accountId: string): void {
  if (!isClosing(deps, accountId)) return;
  throw new AppError("account_closing", {
    detail: "Until it is deleted, an owner can take the deletion back on the dashboard, under Settings.",
  });
}
