import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import { keptHooksMs, unmatchedBodyMs } from "./inbox.ts";
import { carrierHookStore, carrierInboxStore, hooksDue } from "./store.ts";

/** Which webhooks of carriers wait, and how they are forgotten. */

const removedPerStep = 500;

export function dueHooks({ stores }: Deps, environment: Environment): DueRows {
  return hooksDue(stores.platform(environment));
}

/** Removes what came long enough ago, and bodies that no erasure finds, in steps, so that others write in between. */
export async function forgetOldHooks(deps: Deps, now: number): Promise<void> {
  for (const environment of environments) {
    const forgetSome = () =>
      write(deps, environment, ({ tx }) =>
        carrierHookStore(tx).removeBefore(now - keptHooksMs, removedPerStep),
      );
    while ((await forgetSome()) > 0);
    const eraseSome = () =>
      write(deps, environment, ({ tx }) =>
        carrierHookStore(tx).eraseUnmatched(now - unmatchedBodyMs, removedPerStep),
      );
    while ((await eraseSome()) > 0);
  }
}

/** Forgets what the carriers of an account sent. @returns how many, at most `limit` */
export function forgetHooksOfAccount({ tx }: Writing, accountId: string, limit: number): number {
  return carrierHookStore(tx).removeOfAccount(accountId, limit);
}

/** The carrier was deleted: its address ends, and nobody can read any more what it sent. */
export async function forgetInboxOf(deps: Deps, environment: Environment, carrierId: string): Promise<void> {
  const forgetSome = () =>
    write(deps, environment, ({ tx }) => {
      carrierInboxStore(tx).remove(carrierId);
      return carrierHookStore(tx).removeOfCarrier(carrierId, removedPerStep);
    });
  while ((await forgetSome()) > 0);
}
