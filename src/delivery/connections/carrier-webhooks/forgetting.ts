import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, type Writing, write } from "../../../infra/deps.ts";
import { type Environment, environments } from "../../../infra/environment.ts";
import { keptWebhooksMs, unmatchedBodyMs } from "./inbox.ts";
import { carrierInboxStore, carrierWebhookStore, carrierWebhooksDue } from "./store.ts";

/** Which webhooks of carriers wait, and how they are forgotten. */

const removedPerStep = 500;

export function dueWebhooks({ stores }: Deps, environment: Environment): DueRows {
  return carrierWebhooksDue(stores.platform(environment));
}

/** Removes what came long enough ago, and bodies that no erasure finds, in steps, so that others write in between. */
export async function forgetOldWebhooks(deps: Deps, now: number): Promise<void> {
  for (const environment of environments) {
    const forgetSome = () =>
      write(deps, environment, ({ tx }) =>
        carrierWebhookStore(tx).removeBefore(now - keptWebhooksMs, removedPerStep),
      );
    while ((await forgetSome()) > 0);
    const eraseSome = () =>
      write(deps, environment, ({ tx }) =>
        carrierWebhookStore(tx).eraseUnmatched(now - unmatchedBodyMs, removedPerStep),
      );
    while ((await eraseSome()) > 0);
  }
}

/** Forgets what the carriers of an account sent. @returns how many, at most `limit` */
export function forgetWebhooksOfAccount({ tx }: Writing, accountId: string, limit: number): number {
  return carrierWebhookStore(tx).removeOfAccount(accountId, limit);
}

/** The carrier was deleted: its address ends, and nobody can read any more what it sent. */
export async function forgetInboxOf(deps: Deps, environment: Environment, carrierId: string): Promise<void> {
  const forgetSome = () =>
    write(deps, environment, ({ tx }) => {
      carrierInboxStore(tx).remove(carrierId);
      return carrierWebhookStore(tx).removeOfCarrier(carrierId, removedPerStep);
    });
  while ((await forgetSome()) > 0);
}
