import { type Substatus, substatuses } from "../../model.ts";
import type { CancellationStep } from "../carrier.ts";
import { halfUp } from "./price.ts";
import type { RateCard } from "./schema.ts";

/** What a cancellation costs. Contract "Rate card", Cancellation. */

type CardStep = RateCard["services"][number]["cancellation"][number];

/** The steps with amounts, as the quote carries them. */
export function cancellationSteps(steps: readonly CardStep[], price: number): CancellationStep[] {
  return steps.map(({ until, percent }) => ({
    until,
    amount: Number(halfUp(BigInt(price) * BigInt(Math.round(percent * 100)), 10_000n)),
  }));
}

/** The amount that is due at a substatus: the whole price after the last step, nothing without any step. */
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
