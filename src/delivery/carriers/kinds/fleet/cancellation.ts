import type { CancellationStep } from "../../carrier.ts";
import { halfUp } from "../../margin.ts";
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
