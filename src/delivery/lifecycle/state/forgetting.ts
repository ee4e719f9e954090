import type { Writing } from "../../../infra/deps.ts";
import { markChanged } from "../../../messaging/events/watch.ts";
import { shipmentStore } from "./store.ts";

/**
 * Deletes at most `limit` of an account's shipments, with everything that belongs to them. Requests that wait for one of
 * them look again. @returns how many
 */
export function forgetShipments({ tx }: Writing, accountId: string, limit: number): number {
  const ids = shipmentStore(tx).deleteOfAccount(accountId, limit);
  for (const id of ids) markChanged(id);
  return ids.length;
}
