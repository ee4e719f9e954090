import type { Tx } from "../../../infra/db/store.ts";
import type { Writing } from "../../../infra/deps.ts";
import { appendEvent } from "../../../messaging/events/service.ts";
import type { EndTerms } from "../../carriers/ends.ts";
import { rememberCallError } from "../../carriers/health.ts";
import { agreedEnd, costOf, shareOf } from "../../carriers/margin.ts";
import { ownerOf } from "../../carriers/service.ts";
import type { Money } from "../../model/model.ts";
import { quoteOfShipment } from "../quotes/rounds.ts";
import { savePriceChange } from "../state/beside.ts";
import { findAssignmentRow } from "../state/reading.ts";
import type { AssignmentRow, ShipmentRow } from "../state/rows.ts";
import { type Biller, cancellationAmount, type EndState, endAmount, type LaterKind } from "./charge.ts";
import { afterEnd, type Paid } from "./price-change.ts";
import type { ChargeView } from "./schema.ts";
import { type ChargeRow, chargeStore } from "./store.ts";
import { toChargeView } from "./view.ts";

/** What accounts owe: rows that never change, written in the transaction of what they are for. Contract-live §8. */

/** Charges an accepted quote. */
export function chargeDelivery(writing: Writing, shipment: ShipmentRow, assignment: AssignmentRow): void {
  insertCharge(writing, {
    accountId: shipment.accountId,
    shipmentId: shipment.id,
    assignmentId: assignment.id,
    carrierId: assignment.carrier.id,
    kind: "delivery",
    amount: assignment.amount,
    cost: costOf(assignment),
    currency: assignment.currency,
    billedBy: billerOf(writing, assignment),
    reverses: null,
    reason: null,
    reportHash: null,
    reportId: null,
    orderFormId: shipment.orderFormId,
    markupPercent: shipment.markupPercent,
  });
}

/** What comes beside a price, in minor units, signed. */
interface LaterCharge {
  kind: LaterKind;
  amount: number;
  /** What the carrier takes of it. Left out where all of it is the fleet's. */
  cost?: number;
  reason: string | null;
  /** The carrier's report that says so. */
  report?: Pick<ChargeRow, "reportHash" | "reportId">;
}

/** Charges what came beside the price. */
export function chargeLater(
  writing: Writing,
  { id: shipmentId, accountId, orderFormId, markupPercent }: ShipmentRow,
  { id: assignmentId, carrier, currency }: AssignmentRow,
  { kind, amount, cost = amount, reason, report = { reportHash: null, reportId: null } }: LaterCharge,
): ChargeView {
  const charge = { accountId, shipmentId, assignmentId, carrierId: carrier.id, kind, amount, cost };
  const billedBy = billerOf(writing, { id: assignmentId, carrier });
  const told = { currency, billedBy, reverses: null, reason, ...report, orderFormId, markupPercent };
  const row = insertCharge(writing, { ...charge, ...told });
  return toChargeView(row, writing.environment);
}

/** What a shipment costs in sum, and what of it was charged later. Minor units. */
export function chargedFor(tx: Tx, shipmentId: string, currency: string): { total: number; later: number } {
  return chargeStore(tx).sumOf(shipmentId, currency);
}

/** How many charges an assignment has beside its price. */
export function countLater(tx: Tx, { shipmentId, id, currency }: AssignmentRow): number {
  return chargeStore(tx).sumOfAssignment(shipmentId, id, currency).laterCount;
}

/** Takes back what the delivery was charged, once, with discounts on it and what moves changed: the carrier will not make it. */
export function reverseCharges(writing: Writing, assignment: Pick<AssignmentRow, "id">): void {
  const store = chargeStore(writing.tx);
  const charge = store.findOfAssignment(assignment.id, "delivery");
  if (!charge || store.isReversed(charge.id)) return;
  for (const taken of [charge, ...store.changesOf(charge)]) {
    insertCharge(writing, {
      ...taken,
      kind: "adjustment",
      amount: 0 - taken.amount,
      cost: 0 - costOf(taken),
      reverses: taken.id,
      reason: null,
      reportHash: null,
      reportId: null,
    });
  }
}

/** As the carrier's owner reads it. */
const unagreedFee =
  "Cancellation: the fee is above the price or in another currency, so Waybill did not charge it.";

/**
 * Charges what the carrier takes for a cancellation, once: the account pays the same share of its price. A fee above the
 * carrier's price or in another currency is none: the account never agreed to it.
 */
export function chargeCancellation(
  writing: Writing,
  assignment: Pick<AssignmentRow, "id">,
  fee: Money | null,
): void {
  const store = chargeStore(writing.tx);
  const charge = store.findOfAssignment(assignment.id, "delivery");
  if (!charge || fee === null || store.findOfAssignment(assignment.id, "cancellation")) return;
  if (fee.currency !== charge.currency || fee.amount > costOf(charge)) {
    const fields = { assignment: assignment.id, carrier: charge.carrierId, fee };
    const { deps, environment } = writing;
    deps.log.warn(fields, "Carrier asked for a cancellation fee that nobody agreed to");
    writing.afterCommit(() => rememberCallError(deps, environment, charge.carrierId, unagreedFee));
  } else if (fee.amount > 0) {
    const amount = shareOf(fee.amount, charge);
    insertCharge(writing, { ...charge, kind: "cancellation", amount, cost: fee.amount, reverses: null });
  }
}

/**
 * Charges what another state changes of the price, where the quote said so: a return once by its own kind, all else by an
 * adjustment. In sum a shipment never costs less than nothing. @param shipment before it changes
 */
export function chargeEnd(
  writing: Writing,
  { id, status, failure }: Pick<ShipmentRow, "id" | "status" | "failure">,
  assignment: Pick<AssignmentRow, "id" | "quoteId">,
  after: EndState,
): void {
  const { endTerms: terms } = quoteOfShipment(writing, id, assignment.quoteId);
  const store = chargeStore(writing.tx);
  const charge = store.findOfAssignment(assignment.id, "delivery");
  if (terms === null || !charge) return;
  const before: EndState = { status, reason: failure?.reason_code ?? null };
  const moved = movedAmountOf(writing, assignment.id);
  const changesOf = (agreed: EndTerms, price: number) =>
    [before, after].map((end) => endAmount(agreed, price + moved, end)) as [number, number];
  const changes = changesOf(agreedEnd(terms, charge), charge.amount);
  const amount = appliedChange(writing, charge, (paid) => afterEnd(paid, ...changes));
  // A discount lowers what the carrier takes, too.
  const difference = ([was, is]: [number, number]) => is - was;
  const cost = difference(changesOf(terms, costOf(charge))) + amount - difference(changes);
  if (amount === 0 && cost === 0) return;
  const isReturn =
    after.status === "returned" && amount > 0 && !store.findOfAssignment(assignment.id, "return");
  const kind = isReturn && before.status !== "failed" ? "return" : "adjustment";
  insertCharge(writing, { ...charge, kind, amount, cost, reverses: null, reason: null });
}

/** What is charged of a change of the price, with what it leaves to later ones. @returns minor units, signed */
export function appliedChange(writing: Writing, charge: ChargeRow, change: (paid: Paid) => Paid): number {
  const { tx } = writing;
  const unapplied = findAssignmentRow(tx, charge.assignmentId)?.unappliedAmount ?? 0;
  const { total } = chargeStore(tx).sumOf(charge.shipmentId, charge.currency);
  const after = change({ total, unapplied });
  if (after.unapplied !== unapplied) {
    savePriceChange(writing, charge.assignmentId, { unappliedAmount: after.unapplied });
  }
  return after.total - total;
}

/** What moving the stops of an assignment changed of its price, in minor units. */
export function movedAmountOf({ tx }: Writing, assignmentId: string): number {
  return findAssignmentRow(tx, assignmentId)?.movedAmount ?? 0;
}

/** Deletes at most `limit` of an account's charges; only the sandbox is ever reset. @returns how many */
export function forgetCharges({ tx }: Writing, accountId: string, limit: number): number {
  return chargeStore(tx).deleteOfAccount(accountId, limit);
}

/** Deletes the charges of a shipment that the sandbox made. */
export function forgetChargesOf({ tx }: Writing, accountId: string, shipmentId: string): void {
  chargeStore(tx).deleteOfShipment(accountId, shipmentId);
}

/**
 * Who billed the price bills what comes beside it, also when the fleet has become the installation's. Before there is a
 * charge, the carrier's row decides: one that cannot be connected still bills its jobs.
 */
export function billerOf({ tx }: Writing, { id, carrier }: Pick<AssignmentRow, "id" | "carrier">): Biller {
  const delivery = chargeStore(tx).findOfAssignment(id, "delivery");
  if (delivery) return delivery.billedBy;
  return ownerOf(tx, carrier.id) === null ? "installation" : "carrier";
}

export function insertCharge(writing: Writing, charge: Omit<ChargeRow, "id" | "createdAt">): ChargeRow {
  const { deps, tx, environment, now } = writing;
  const row = { ...charge, id: deps.ids.make("chg"), createdAt: now };
  chargeStore(tx).insert(row);
  // An event keeps no words about people: it belongs to no shipment whose erasure would find it.
  const told = { ...toChargeView(row, environment), reason: null };
  appendEvent(writing, {
    type: "charge.created",
    accountId: row.accountId,
    // Events of a shipment count its changes, and this is none.
    shipmentId: null,
    sequence: null,
    data: { charge: told },
    at: now,
  });
  return row;
}

/** Charges the client what the quote said that ending the assignment now costs. */
export function chargeAgreedFee(writing: Writing, shipment: ShipmentRow, assignment: AssignmentRow): void {
  const { cancellationSteps } = quoteOfShipment(writing, shipment.id, assignment.quoteId);
  if (cancellationSteps === null || shipment.substatus === null) return;
  // An arrival that only Waybill saw costs nothing.
  const reached = assignment.reportedSubstatus ?? shipment.substatus;
  const cost = costOf(assignment);
  // What became cheaper costs no more when it is cancelled.
  const most = Math.max(0, cost + movedAmountOf(writing, assignment.id));
  const amount = Math.min(cancellationAmount(cancellationSteps, cost, reached), most);
  chargeCancellation(writing, assignment, { amount, currency: assignment.currency });
}
