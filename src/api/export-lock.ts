import { type Deps, inMemory } from "../infra/deps.ts";
import { AppError } from "../infra/errors.ts";

/** Accounts whose data is being exported. */
const running = inMemory(() => new Set<string>());

/**
 * One export of an account runs at a time: a request that reads everything counts as one request.
 * @returns what to call when it is over; a second call ends no other export
 * @throws AppError `limit_reached` while another one runs
 */
export function beginExporting(deps: Deps, accountId: string): () => void {
  const accounts = running(deps);
  if (accounts.has(accountId)) {
    throw new AppError("limit_reached", { detail: "Another export of this account is running." });
  }
  accounts.add(accountId);
  let isRunning = true;
  return () => {
    if (isRunning) accounts.delete(accountId);
    isRunning = false;
  };
}
