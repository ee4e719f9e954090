import type { Writing } from "../../../infra/deps.ts";
import { renewCarrier } from "../../carriers/connections.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { forgetHealth } from "../../carriers/health.ts";
import { carrierStore } from "../../carriers/store.ts";

/** What carriers hold of an account that is deleted, beside rows that name it. */
export function forgetAccountOfCarriers(writing: Writing<DeliveryDeps>, accountId: string): void {
  const carriers = carrierStore(writing.tx);
  for (const id of carriers.idsOfAccount(accountId)) forgetHealth(writing, id);
  for (const row of carriers.listOfInstallation()) {
    if (!row.accounts?.includes(accountId)) continue;
    // Nobody is left of a list with one account: without a list the carrier would be for all.
    const accounts = row.accounts.filter((id) => id !== accountId);
    const changed = { ...row, accounts, version: row.version + 1, updatedAt: writing.now };
    carriers.update(changed);
    renewCarrier(writing, changed);
  }
}
