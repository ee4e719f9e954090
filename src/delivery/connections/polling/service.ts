import type { Db, Tx } from "../../../infra/db/store.ts";
import type { Writing } from "../../../infra/deps.ts";
import { pollStore } from "../../lifecycle/assignments/polling/store.ts";
import type { AssignmentRow } from "../../lifecycle/state/rows.ts";

/**
 * Asks the carrier about the booking now instead of at the next turn: something, a hint that nobody signed, says that
 * there is news. Does nothing where the carrier is not asked.
 */
export function askSoon({ tx, now }: Writing, { id }: Pick<AssignmentRow, "id">): void {
  pollStore(tx).hurry(id, now);
}

/** Whether Waybill still asks the carrier about any booking. `db` is a database or a transaction. */
export function hasPolls(db: Db | Tx, carrierId: string): boolean {
  return pollStore(db).hasOfCarrier(carrierId);
}
