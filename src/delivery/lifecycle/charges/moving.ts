import type { Writing } from "../../../infra/deps.ts";
import { savePriceChange } from "../state/beside.ts";
import type { AssignmentRow } from "../state/rows.ts";
import { afterChange } from "./price-change.ts";
import { appliedChange, insertCharge, movedAmountOf } from "./service.ts";
import { chargeStore } from "./store.ts";

/** Charges what moving a stop of an own delivery changes of its price. In sum a shipment never costs less than nothing. */
export function chargeMove(writing: Writing, { id }: Pick<AssignmentRow, "id">, change: number): void {
  const charge = chargeStore(writing.tx).findOfAssignment(id, "delivery");
  if (!charge) return;
  savePriceChange(writing, id, { movedAmount: movedAmountOf(writing, id) + change });
  const amount = appliedChange(writing, charge, (paid) => afterChange(paid, change));
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
