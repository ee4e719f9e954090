import type { CancellationStep, EndTerms } from "../../carriers/ends.ts";
import { type ReasonCode, type Status, type Substatus, substatuses } from "../../model/model.ts";
import { isGone } from "../state/shipment.ts";

/** Words of charges. Contract-live §8: no card is charged here, and no tax is computed. */

/** What the owner of a fleet, or a carrier's report, adds to the price later. A discount lowers it. */
export const laterKinds = ["waiting", "attempt", "discount", "other"] as const;
export type LaterKind = (typeof laterKinds)[number];
export const chargeKinds = ["delivery", "cancellation", "return", "adjustment", ...laterKinds] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/** What statements show as charged beside the price and the cancellation. */
export const besideKinds = ["return", ...laterKinds] as const;

/** Days after the end in which a charge can be added. */
export const chargeDays = 60;

/** Charges of an assignment beside its price, discounts too. */
export const laterChargesMax = 100;

/** Who sends the invoice: this installation, or the account's own carrier. */
export const billers = ["installation", "carrier"] as const;
export type Biller = (typeof billers)[number];

/** How much later charges may be in sum, in minor units of the price. */
export function laterMax(price: number, percent: number): number {
  return Math.floor((price * percent) / 100);
}

/** What a cancellation costs at a substatus: the whole price after the last step, nothing without any step. */
export function cancellationAmount(
  steps: readonly CancellationStep[],
  price: number,
  substatus: Substatus,
): number {
  if (steps.length === 0) return 0;
  const reached = substatuses.indexOf(substatus);
  const step = steps.find(({ until }) => reached < substatuses.indexOf(until));
  return step?.amount ?? price;
}

/** A state of a shipment, with why it failed. */
export interface EndState {
  status: Status;
  reason: ReasonCode | null;
}

/** What a state changes of the price, in its minor units. States that are not the end change nothing, and a failure raises nothing. */
export function endAmount(
  { returnFee, failedPrice }: EndTerms,
  price: number,
  { status, reason }: EndState,
): number {
  if (status === "returned") return returnFee ?? 0;
  if (status !== "failed" || failedPrice === null) return 0;
  const isFree = reason !== null && isGone(reason);
  return Math.min(0, (isFree ? 0 : failedPrice) - price);
}
