import { type Deps, inMemory } from "../../infra/deps.ts";
import { watchActivity } from "../accounts/deletion/suspension.ts";
import { watchKeys } from "./store.ts";

/**
 * Who wants to know when a key may have ended. Thousands of streams can be open, and other accounts' keys change all the
 * time, so each hears of its own account only.
 */
const listenersOf = inMemory((deps) => {
  const listeners = new Map<string, Set<() => void>>();
  const changed = new Set<string>();
  const note = (accountId: string) => {
    if (listeners.has(accountId)) changed.add(accountId);
  };
  watchKeys(deps.stores.accounts, note);
  watchActivity(deps, note);
  deps.stores.accounts.onSynced(() => {
    const told = [...changed];
    changed.clear();
    for (const accountId of told) for (const listener of listeners.get(accountId) ?? []) listener();
  });
  return listeners;
});

/**
 * Calls `listener` after a synced commit by which a key of the account may have ended. A key that expires is told by no
 * commit. Returns how to stop.
 */
export function onKeysChange(deps: Deps, accountId: string, listener: () => void): () => void {
  const all = listenersOf(deps);
  const own = all.get(accountId) ?? new Set();
  all.set(accountId, own.add(listener));
  return () => {
    own.delete(listener);
    if (own.size === 0 && all.get(accountId) === own) all.delete(accountId);
  };
}
