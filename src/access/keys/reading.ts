import type { Deps } from "../../infra/deps.ts";
import type { AccountEnvironment } from "../model.ts";
import { keyStore } from "./store.ts";

/** Whose key it is. */

/** The account of the key with this id, if there is one. */
export function findKeyAccountId(deps: Deps, id: string): string | undefined {
  return keyStore(deps.stores.accounts.db).findById(id)?.accountId;
}

/** Whether an account has this key in its environment, also a revoked one. */
export function hasKey({ stores }: Deps, owner: AccountEnvironment, id: string): boolean {
  const row = keyStore(stores.accounts.db).findById(id);
  return row?.accountId === owner.accountId && row.environment === owner.environment;
}
