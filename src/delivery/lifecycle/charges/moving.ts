import type { Writing } from "../../../infra/deps.ts";
import type { AssignmentRow } from "../state/rows.ts";
import { appliedChange, insertCharge } from "./service.ts";
import { chargeStore } from "./store.ts";

/** Charges what moving a stop of an own delivery changes of its price. In sum a shipment never costs less than nothing. */
export function chargeMove(writing: Writing, assignment: Pick<AssignmentRow, "id">, change: number): void {
  const charge = chargeStore(writing.tx).findOfAssignment(assignment.id, "delivery");
  if (!charge) return;
  const amount = appliedChange(writing, charge, change);
  if (amount === 0) return;
  insertCharge(writing, {
    ...charge,
    kind: "adjustment",
    amount,
    cost: amount,
    reverses: null,
    reason: null,
  });
}
