import { toTimestamp } from "../../../infra/clock.ts";
import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Writing } from "../../../infra/deps.ts";
import { erasedMembers, nothing, type Remains } from "../../../infra/erased-members.ts";
import { withoutSalts } from "../../../infra/salted.ts";
import { markChanged } from "../../../messaging/events/watch.ts";
import { changeShipment } from "./change.ts";
import { redactEvidence } from "./evidence.ts";
import {
  redactEnding,
  redactedText,
  redactParcel,
  redactRating,
  redactSimulation,
  redactStop,
} from "./redacted.ts";
import { redactionRows } from "./redaction-store.ts";
import type { AssignmentRow, ShipmentRow } from "./rows.ts";
import { shipmentStore } from "./store.ts";

/** Erases what the shipment's own rows hold of persons. */

/** The columns of a shipment. Version and events tell of it later, see `recordRedaction`. */
const shipmentRemains = ({ trackingNumber }: ShipmentRow, now: number): Remains<ShipmentRow> => ({
  id: "kept",
  accountId: "kept",
  status: "kept",
  substatus: "kept",
  reference: nothing,
  trackingNumber: "kept",
  trackingHash: "kept",
  sealedToken: "kept",
  // It is still found by its tracking number.
  search: () => trackingNumber.toLowerCase(),
  pickup: redactStop,
  delivery: redactStop,
  parcels: (parcels) => parcels.map(redactParcel),
  ifUndeliverable: "kept",
  metadata: () => ({}),
  simulation: (simulation) => simulation && redactSimulation(simulation),
  distanceMeters: "kept",
  assignmentId: "kept",
  carrierId: "kept",
  pin: nothing,
  pinTries: "kept",
  cancellation: redactEnding,
  failure: redactEnding,
  pickedUpAt: "kept",
  deliveredAt: "kept",
  returnedAt: "kept",
  endedAt: "kept",
  linkMadeAt: "kept",
  linkEndedAt: "kept",
  expiresAt: "kept",
  attentionAt: "kept",
  needsAttention: "kept",
  dueAt: "kept",
  withoutDriver: "kept",
  version: "kept",
  eventCount: "kept",
  redactedAt: () => now,
  recipientInstructions: nothing,
  rating: (rating) => rating && redactRating(rating),
  digitTries: "kept",
  recentDigitTries: nothing,
  returnOf: "kept",
  isReturn: "kept",
  returnShipmentId: "kept",
  createdAt: "kept",
  updatedAt: "kept",
});

const assignmentRemains: Remains<AssignmentRow> = {
  id: "kept",
  shipmentId: "kept",
  quoteId: "kept",
  status: "kept",
  attempt: "kept",
  carrier: "kept",
  service: "kept",
  amount: "kept",
  cost: "kept",
  currency: "kept",
  estimatedPickupAt: "kept",
  estimatedDeliveryAt: "kept",
  estimatedDeliveryDate: "kept",
  driver: nothing,
  carrierReference: "kept",
  assignedAt: "kept",
  releasedAt: "kept",
  releaseReason: "kept",
  trackingNumbers: () => ({}),
  carrierTrackingUrl: nothing,
  cancellationRequest: (request) =>
    request && {
      ...request,
      message: null,
      refused: request.refused && { ...request.refused, message: redactedText },
    },
  autoReassign: "kept",
  updatedAt: "kept",
  endedAt: "kept",
  reportCount: "kept",
  carrierLabel: (label) => label && "missing",
  reportedSubstatus: "kept",
};

/** The row and its assignments. */
export function redactShipmentRow({ tx, now }: Writing, row: ShipmentRow): void {
  shipmentStore(tx).change(row.id, erasedMembers(row, shipmentRemains(row, now)));
  redactionRows(tx).deleteTroubles(row.id);
  for (const assignment of assignmentsOf(tx, row.id))
    redactionRows(tx).changeAssignment(assignment.id, erasedMembers(assignment, assignmentRemains));
}

/** All of the shipment's assignments, whatever became of them. */
export function assignmentsOf(db: Db | Tx, shipmentId: string): AssignmentRow[] {
  return redactionRows(db).assignmentsOf(shipmentId);
}

/** Ids of at most `limit` of an account's shipments that ended before a time and have their personal data, longest ago first. */
export function endedShipments(db: Db, accountId: string, before: number, limit: number): string[] {
  return redactionRows(db).endedBefore(accountId, before, limit);
}

/**
 * Ids of at most `limit` of an account's shipments that expired before a time, and that nobody changed or asked
 * quotes for since.
 */
export function expiredShipments(db: Db, accountId: string, before: number, limit: number): string[] {
  return redactionRows(db).expiredBefore(accountId, before, limit);
}

/** When the first of the account's shipments ended or expired that has its personal data. */
export function firstEndOf(db: Db, accountId: string): number | undefined {
  return redactionRows(db).firstEndOf(accountId);
}

/** Makes the event `shipment.redacted`, with the next version. */
export function recordRedaction(writing: Writing, row: ShipmentRow): void {
  changeShipment(writing, row, {
    by: "system",
    message: "The personal data was erased.",
    event: { type: "shipment.redacted", data: {} },
  });
}

/** What a redacted entry still tells. */
const keptMembers: readonly string[] = ["occurred_at", "recorded_at"];

/** Erases texts, places and pictures of entries, value and salt: the chain stays whole. @returns how many, at most `limit` */
export function redactEntries({ tx }: Writing, shipmentId: string, limit: number): number {
  const rows = redactionRows(tx);
  const entries = rows.told(shipmentId, limit);
  for (const { sequence, evidence, salted } of entries) {
    const erased = Object.keys(salted ?? {}).filter((member) => !keptMembers.includes(member));
    rows.redactEntry({
      shipmentId,
      sequence,
      evidence: evidence && redactEvidence(evidence),
      salted: salted && withoutSalts(salted, erased),
    });
  }
  return entries.length;
}

/** When the shipment was redacted, as responses and events tell it. */
export function redactedAtOf({ redactedAt }: ShipmentRow, now: number): string {
  return toTimestamp(redactedAt ?? now);
}

/**
 * Deletes at most `limit` of an account's shipments, with everything that belongs to them. Requests that wait for one of
 * them look again. @returns how many
 */
export function forgetShipments({ tx }: Writing, accountId: string, limit: number): number {
  const ids = shipmentStore(tx).deleteOfAccount(accountId, limit);
  for (const id of ids) markChanged(id);
  return ids.length;
}
