import { createSeededIds, type Ids } from "./ids.ts";

/** A stage makes few ids of each kind, and there are thousands of stages. */
const batchBytes = 256;

/** Accounts with ids of their own: beside whatever others do, they get the same ones in every run. */
export interface AccountIds {
  /** Those of the account for which code runs; of all accounts without their own, the installation's. */
  readonly ids: Ids;
  /** Ids that derive from a seed, for an account that `keep` names later. */
  begin(seed: string): Ids;
  /** What runs for the account makes these from now on. */
  keep(accountId: string, ids: Ids): void;
  forget(accountId: string): void;
}

/** @param current the account for which code runs */
export function createAccountIds(others: Ids, current: () => string | null): AccountIds {
  const own = new Map<string, Ids>();

  function chosen(): Ids {
    if (own.size === 0) return others;
    const accountId = current();
    return (accountId === null ? undefined : own.get(accountId)) ?? others;
  }

  return {
    ids: {
      make: (prefix) => chosen().make(prefix),
      bytes: (count) => chosen().bytes(count),
      integer: (below) => chosen().integer(below),
      base62: (length) => chosen().base62(length),
      token: () => chosen().token(),
    },
    begin: (seed) => createSeededIds(seed, batchBytes),
    keep: (accountId, ids) => void own.set(accountId, ids),
    forget: (accountId) => void own.delete(accountId),
  };
}
