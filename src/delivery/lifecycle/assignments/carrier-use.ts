import type { Db, Tx } from "../../../infra/db/store.ts";
import { assignmentStore } from "./store.ts";

/** What still connects a carrier to its jobs. `db` is a database or a transaction. */

/** Whether the carrier has assignments that have not ended. */
export function hasActiveAssignments(db: Db | Tx, carrierId: string): boolean {
  return assignmentStore(db).hasActive(carrierId);
}

/** Whether Waybill must still tell the carrier something. */
export function hasOpenCalls(db: Db | Tx, carrierId: string): boolean {
  return assignmentStore(db).hasCalls(carrierId);
}
