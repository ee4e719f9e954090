import { findDeletion } from "../../../access/accounts/deletion/closing.ts";
import { requestDeletion, takeDeletionBack } from "../../../access/accounts/deletion/deletion.ts";
import type { DeletionRow } from "../../../access/accounts/deletion/deletion-store.ts";
import { requireConfirmed } from "../../../access/accounts/proof/confirmation.ts";
import { toTimestamp } from "../../../infra/clock.ts";
import { AppError } from "../../../infra/errors.ts";
import type { SessionPrincipal } from "../../../infra/http/principal.ts";
import type { DeliveryDeps } from "../../carriers/deps.ts";
import { countOpenShipments } from "../../lifecycle/state/reading.ts";
import { deleteAccount } from "./removal.ts";
import type { DeletionView } from "./schema.ts";

/** Deleting an account: asked for, and taken back. `removal.ts` does it when the waiting time is over. */

/**
 * Closes the account at once, and deletes it some days later. `asking` is null for a command.
 * @throws AppError `confirmation_required`, `not_found`, `live_shipments_open`, `account_not_deletable`
 */
export async function closeAccount(
  deps: DeliveryDeps,
  accountId: string,
  asking: SessionPrincipal | null,
): Promise<DeletionView> {
  if (asking) requireConfirmed(deps, asking);
  const known = findDeletion(deps, accountId);
  if (known) return toDeletionView(known);
  refuseOpenShipments(deps, accountId);
  const row = await requestDeletion(deps, accountId, asking);
  await reopenIfShipping(deps, row, asking);
  return toDeletionView(row);
}

/** Deletes the account without waiting, for a command. @throws AppError as `closeAccount` */
export async function deleteAccountNow(deps: DeliveryDeps, accountId: string): Promise<DeletionView> {
  await closeAccount(deps, accountId, null);
  refuseOpenShipments(deps, accountId);
  const row = await requestDeletion(deps, accountId, null, { isDueNow: true });
  // A running server has a job for it.
  if (deps.loops.length === 0) await deleteAccount(deps, accountId);
  return toDeletionView(row);
}

/** Opens the account again. @throws AppError `not_found` once its erasing began */
export function reopenAccount(
  deps: DeliveryDeps,
  accountId: string,
  asking: SessionPrincipal | null,
): Promise<void> {
  return takeDeletionBack(deps, accountId, asking);
}

/** A request that was let in just before may have created a shipment after the look. */
async function reopenIfShipping(
  deps: DeliveryDeps,
  { accountId }: DeletionRow,
  asking: SessionPrincipal | null,
): Promise<void> {
  try {
    refuseOpenShipments(deps, accountId);
  } catch (error) {
    await takeDeletionBack(deps, accountId, asking);
    throw error;
  }
}

/** @throws AppError `live_shipments_open` */
function refuseOpenShipments({ stores }: DeliveryDeps, accountId: string): void {
  const open = countOpenShipments(stores.platform("live").db, accountId);
  if (open === 0) return;
  throw new AppError("live_shipments_open", {
    detail: `Cancel what is not picked up, and wait for the rest: ${open === 1 ? "1 live shipment is" : `${open} live shipments are`} still open.`,
    members: { open_shipments: open },
  });
}

export function toDeletionView({ requestedAt, dueAt }: DeletionRow): DeletionView {
  return { requested_at: toTimestamp(requestedAt), due_at: toTimestamp(dueAt) };
}
