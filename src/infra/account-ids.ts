import type { Sync } from "./db/store.ts";
import { createSeededIds, type Ids } from "./ids.ts";

/** A stage makes few ids of each kind, and there are thousands of stages. */
const batchBytes = 256;

/** Accounts with ids of their own: beside whatever others do, they get the same ones in every run. */
export interface AccountIds {
  /** Those of the account for which code runs; of all accounts without their own, the installation's. */
  readonly ids: Ids;
  /** Ids that derive from a seed, for an account that is not stored yet. */
  begin(seed: string): SeededIds;
  forget(accountId: string): void;
}

/** The ids of one account. */
export interface SeededIds {
  readonly ids: Ids;
  /** What `work` makes comes from these. */
  use<T>(work: () => Sync<T>): Sync<T>;
  /** The account is stored: what runs for it makes these from now on. */
  keep(accountId: string): void;
}

/** @param current the account for which code runs */
export function createAccountIds(others: Ids, current: () => string | null): AccountIds {
  const own = new Map<string, Ids>();
  let used: Ids | undefined;

  function chosen(): Ids {
    if (used) return used;
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
    begin(seed) {
      const ids = createSeededIds(seed, batchBytes);
      return {
        ids,
        use(work) {
          used = ids;
          try {
            return work();
          } finally {
            used = undefined;
          }
        },
        keep: (accountId) => void own.set(accountId, ids),
      };
    },
    forget: (accountId) => void own.delete(accountId),
  };
}
