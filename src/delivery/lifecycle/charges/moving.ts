import type { Writing } from "../../../infra/deps.ts";
import type { AssignmentRow } from "../state/rows.ts";
import { insertCharge } from "./service.ts";
import { chargeStore } from "./store.ts";

/** Charges what moving a stop of an own delivery changes of its price. In sum a shipment never costs less than nothing. */
export function chargeMove(writing: Writing, assignment: Pick<AssignmentRow, "id">, change: number): void {
  const store = chargeStore(writing.tx);
  const charge = store.findOfAssignment(assignment.id, "delivery");
  if (!charge) return;
  const { total } = store.sumOf(charge.shipmentId, charge.currency);
  const amount = Math.max(change, 0 - total);
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
