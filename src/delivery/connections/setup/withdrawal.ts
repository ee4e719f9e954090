import { handDevicesOver } from "../../../access/devices/service.ts";
import { revokeTokensMadeFor, revokeTokensOf } from "../../../access/tokens/service.ts";
import type { DueRows } from "../../../infra/db/due-rows.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { forgetHealth } from "../../carriers/health.ts";
import { takesJobsOf } from "../../carriers/service.ts";
import { carrierStore, carriersUnsettled } from "../../carriers/store.ts";
import { removeDriversOf } from "../../fleet/drivers/removal.ts";
import { hasOpenCalls } from "../../lifecycle/assignments/service.ts";
import { withdrawQuotesOf } from "../../lifecycle/quotes/rounds.ts";
import { forgetInboxOf } from "../carrier-webhooks/forgetting.ts";
import { hasPolls } from "../polling/service.ts";

/**
 * What follows when a carrier is paused or deleted, or taken away from accounts: its open quotes are withdrawn, and a
 * deleted one's tokens are revoked, its drivers are deleted, and its webhooks and its health are forgotten. What lets in of a fleet
 * that was handed over ends or moves. Each step is a transaction of its own; a job continues what a restart interrupted.
 */

const stepMax = 500;

export function unsettledCarriers({ stores }: Deps, environment: Environment): DueRows {
  return carriersUnsettled(stores.platform(environment));
}

/** The carrier's row decides at each step: the quotes of a resumed one stay open. A change meanwhile settles anew. */
export async function finishWithdrawal(deps: Deps, environment: Environment, id: string): Promise<void> {
  const row = carrierStore(deps.stores.platform(environment).db).find(id);
  if (!row?.unsettled) return;
  let after: ReturnType<typeof withdrawQuotesOf>;
  do {
    after = await write(deps, environment, (writing) => {
      const keeps = (accountId: string) => takesJobsOf(writing.tx, id, accountId);
      return withdrawQuotesOf(writing, id, keeps, { after, limit: stepMax });
    });
  } while (after);
  // Of a fleet that an account handed over; of others there is nothing.
  if (row.accountId === null) {
    await revokeTokensMadeFor(deps, id);
    await handDevicesOver(deps, id);
  }
  if (row.deletedAt !== null) {
    await revokeTokensOf(deps, id);
    await removeDriversOf(deps, environment, id);
    await forgetInboxOf(deps, environment, id);
  }
  await write(deps, environment, (writing) => {
    if (carrierStore(writing.tx).find(id)?.version !== row.version) return;
    if (row.deletedAt !== null) forgetHealth(writing, id);
    carrierStore(writing.tx).setSettled(id);
  });
}

/** Deletes the secrets of deleted carriers, once nothing more must be told to them nor asked. */
export async function forgetSecrets(deps: Deps, environment: Environment): Promise<void> {
  await write(deps, environment, ({ tx }) => {
    const carriers = carrierStore(tx);
    for (const row of carriers.deletedWithSecrets()) {
      if (!hasOpenCalls(tx, row.id) && !hasPolls(tx, row.id)) carriers.update({ ...row, secrets: {} });
    }
  });
}
