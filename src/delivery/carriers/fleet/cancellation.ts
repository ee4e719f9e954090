import type { Substatus } from "../../model.ts";
import { substatuses } from "../../model.ts";
import { halfUp } from "./price.ts";
import type { RateCard } from "./schema.ts";

/** What a cancellation costs, as the quote carries it. Contract "Rate card", Cancellation. */

type CardStep = RateCard["services"][number]["cancellation"][number];

/** `until` is the first substatus at which the step no longer holds; null: for good. */
export interface FeeStep {
  until: Substatus | null;
  /** Minor units of the price's currency. */
  amount: number;
}

/** The steps with amounts. After the last one the whole price is due; no steps: free. */
export function feeStepsOf(steps: readonly CardStep[], price: number): FeeStep[] {
  if (steps.length === 0) return [];
  const priced = steps.map(({ until, percent }) => ({
    until,
    amount: Number(halfUp(BigInt(price) * BigInt(Math.round(percent * 100)), 10_000n)),
  }));
  return [...priced, { until: null, amount: price }];
}

/** The amount that is due at a substatus; null: nothing. */
export function feeAt(steps: readonly FeeStep[], substatus: Substatus): number {
  const reached = substatuses.indexOf(substatus);
  const step = steps.find(({ until }) => until === null || reached < substatuses.indexOf(until));
  return step?.amount ?? 0;
}
