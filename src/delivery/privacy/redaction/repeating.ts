import { requestDeletion } from "../../../access/accounts/deletion/deletion.ts";
import { findErasure, recordErasures, retryErasure } from "../../../access/erasure/service.ts";
import { removeUserAgain } from "../../../access/people/removal.ts";
import { type Deps, write } from "../../../infra/deps.ts";
import type { Environment } from "../../../infra/environment.ts";
import { AppError } from "../../../infra/errors.ts";
import { isId } from "../../../infra/ids.ts";
import { findShipment } from "../../lifecycle/state/reading.ts";
import { isFinal } from "../../lifecycle/state/status.ts";
import { eraseContactAgain } from "./contacts.ts";
import { eraseOrderOrFormAgain } from "./order-forms.ts";
import { redactScheduleAgain } from "./schedules.ts";
import { redactRows } from "./service.ts";
import { beginRedaction } from "./steps.ts";

/**
 * Erases again what a restored backup brought back. What cannot be erased yet, such as a shipment that is on its way in the
 * backup, comes up again.
 */
export async function repeatErasure(deps: Deps, id: string): Promise<void> {
  const erasure = findErasure(deps, id);
  if (erasure === undefined || erasure.dueAt === null) return;
  const { kind, environment } = erasure;
  const isDone =
    environment !== null
      ? await (kind === "shipment" ? redactAgain : eraseAgain)(deps, environment, id)
      : kind === "user"
        ? await removeUserAgain(deps, id)
        : await deleteAgain(deps, id);
  if (isDone) await recordErasures(deps, [erasure]);
  else await retryErasure(deps, erasure);
}

/** @returns false if the shipment has not ended */
async function redactAgain(deps: Deps, environment: Environment, id: string): Promise<boolean> {
  const isReady = await write(deps, environment, (writing) => {
    const shipment = findShipment(writing.tx, id);
    if (shipment === undefined || shipment.redactedAt !== null) return true;
    if (!isFinal(shipment.status)) return false;
    beginRedaction(writing, shipment);
    return true;
  });
  if (isReady) await redactRows(deps, environment, id);
  return isReady;
}

async function eraseAgain(deps: Deps, environment: Environment, id: string): Promise<boolean> {
  if (isId("sch", id)) await redactScheduleAgain(deps, environment, id);
  else if (isId("con", id)) await eraseContactAgain(deps, environment, id);
  else await eraseOrderOrFormAgain(deps, environment, id);
  return true;
}

/** Without another waiting time. Its own job does the rest, once its open shipments have ended. */
async function deleteAgain(deps: Deps, accountId: string): Promise<boolean> {
  await requestDeletion(deps, accountId, null, { isDueNow: true }).catch((error) => {
    if (error instanceof AppError && error.code === "not_found") return;
    throw error;
  });
  return true;
}
