import { moveOpenLinks } from "../delivery/lifecycle/state/link-resealing.ts";
import type { Deps } from "../infra/deps.ts";
import { environments } from "../infra/environment.ts";
import { AppError } from "../infra/errors.ts";
import { findWebhookMakers } from "../messaging/webhooks/made-by.ts";

/**
 * Brings rows of earlier versions into the form of this one, where SQL cannot. Without space on the disk they stay as they
 * are: requests read both forms, and a later start goes on.
 */
export async function convertRows(deps: Deps): Promise<void> {
  try {
    for (const environment of environments) await moveOpenLinks(deps, environment);
    await findWebhookMakers(deps);
  } catch (error) {
    if (!(error instanceof AppError && error.code === "storage_full")) throw error;
    deps.log.warn("There is too little space on the disk to convert rows of an earlier version");
  }
}
