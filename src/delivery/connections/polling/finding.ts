import type { Db, Tx } from "../../../infra/db/store.ts";
import type { WebhookBooking } from "../../carriers/carrier-webhook.ts";
import { findAssignmentRow, findCarriersAssignment } from "../../lifecycle/state/reading.ts";
import type { AssignmentRow } from "../../lifecycle/state/rows.ts";

/**
 * The booking that a carrier speaks of, by the first of its names that is known. Carriers use tracking numbers again, so a
 * number counts only where nothing else is told. Never another carrier's. `db` is a database or a transaction.
 */
export function findBooking(
  db: Db | Tx,
  carrierId: string,
  named: WebhookBooking,
): AssignmentRow | undefined {
  const { idempotencyKey, bookingReference: reference, trackingNumber } = named;
  const byKey = idempotencyKey === undefined ? undefined : findAssignmentRow(db, idempotencyKey);
  if (byKey?.carrier.id === carrierId) return byKey;
  const byReference =
    reference === undefined ? undefined : findCarriersAssignment(db, carrierId, { reference });
  if (byReference || idempotencyKey !== undefined || reference !== undefined) return byReference;
  return trackingNumber === undefined ? undefined : findCarriersAssignment(db, carrierId, { trackingNumber });
}
