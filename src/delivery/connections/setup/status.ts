import type { Writing } from "../../../infra/deps.ts";
import { renewCarrier } from "../../carriers/connections.ts";
import { findCarrierRow, takesAway } from "../../carriers/service.ts";
import { type CarrierRow, carrierStore } from "../../carriers/store.ts";

/** Pauses a carrier or makes it ask again, inside the caller's transaction. Does nothing for one that is deleted. */
export function setCarrierStatus(writing: Writing, carrierId: string, status: CarrierRow["status"]): void {
  const before = findCarrierRow(writing.tx, carrierId);
  if (!before || before.deletedAt !== null || before.status === status) return;
  const set = { ...before, status, version: before.version + 1, updatedAt: writing.now };
  const after = { ...set, unsettled: before.unsettled || takesAway(before, set) };
  carrierStore(writing.tx).update(after);
  renewCarrier(writing, after);
}
