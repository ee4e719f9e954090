import type { DueRows } from "../../infra/db/due-rows.ts";
import type { Db } from "../../infra/db/store.ts";
import { type Deps, type Writing, write } from "../../infra/deps.ts";
import type { Environment } from "../../infra/environment.ts";
import { forgetDeliveriesOf } from "./deliveries/retention.ts";
import { webhookStore, webhooksRemoved } from "./endpoints/store.ts";

/** Removed endpoints that still have rows. */
export function removedWebhooks({ stores }: Deps, environment: Environment): DueRows {
  return webhooksRemoved(stores.platform(environment));
}

/**
 * Removes an endpoint's deliveries in steps, so that others write in between, and then its row. If the server stops,
 * the next start removes the rest.
 */
export async function clearRemovedWebhook(deps: Deps, environment: Environment, id: string): Promise<void> {
  const forgetSome = () => write(deps, environment, (writing) => forgetDeliveriesOf(writing, id));
  while ((await forgetSome()) > 0) if (deps.stopping.aborted) return;
  await write(deps, environment, ({ tx }) => webhookStore(tx).remove(id));
}

/** Removes some deliveries of an account and keeps its endpoints. @returns how many, 0 when none is left */
export function forgetDeliveriesOfAccount(writing: Writing, accountId: string): number {
  for (const id of webhookIdsOf(writing.tx, accountId)) {
    const forgotten = forgetDeliveriesOf(writing, id);
    if (forgotten > 0) return forgotten;
  }
  return 0;
}

/** Ids of an account's endpoints, also of removed ones. */
export function webhookIdsOf(db: Db, accountId: string): string[] {
  return webhookStore(db).idsOfAccount(accountId);
}
