import { accountsCache, type Deps } from "../../infra/deps.ts";
import { accountStore } from "./store.ts";

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
