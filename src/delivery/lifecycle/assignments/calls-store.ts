import type { DueLanes } from "../../../infra/db/due-lanes.ts";
import type { Store } from "../../../infra/db/store.ts";
import { accountOfCall, assignmentStore, type CarrierCall, isFirstCall } from "./store.ts";

/** Assignments with open calls, in lanes of their carriers: each is due with its first call. */
export interface CarrierCalls extends DueLanes {
  /** The first open call of an assignment. */
  first(assignmentId: string): CarrierCall | undefined;
}

export function carrierCallsOf(store: Store): CarrierCalls {
  const { carriersWaiting, callsOf: allCallsOf, callsInRealTime, firstCallOf } = assignmentStore(store.db);
  const callsOf = store.hasTestClocks ? callsInRealTime : allCallsOf;
  // The end of a call is the turn of the next one, which may be due earlier.
  const firstDue = (row: string) =>
    `coalesce((SELECT min(due_at) FROM carrier_calls WHERE assignment_id = ${row}.assignment_id), ${row}.due_at)`;
  const values = (row: string) => [`${row}.carrier_id`, `${row}.assignment_id`, firstDue(row)];
  return {
    lanes: carriersWaiting,
    read: (carrierId, from, limit) =>
      callsOf(carrierId, from, limit).map((call) => ({ id: call.assignmentId, at: call.dueAt })),
    watch: (listener) =>
      store.watchRows({ table: "carrier_calls", when: () => "1", values, alsoDeleted: true }, listener),
    isEmpty: store.isUntouched,
    synced: store.synced,
    first: firstCallOf,
    indexed: store.hasTestClocks
      ? {
          table: "carrier_calls",
          id: (row) => `${row}.assignment_id`,
          at: (row) => `${row}.due_at`,
          account: accountOfCall,
          condition: isFirstCall,
          isGrouped: true,
        }
      : undefined,
  };
}
