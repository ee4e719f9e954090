import type { CancellationStep, EndTerms } from "../../ends.ts";
import { percentOf } from "../../exact.ts";
import type { RateCard } from "./schema.ts";

/** What it costs when a delivery ends otherwise than it should. Contract "Rate card", Cancellation. */

type CardService = RateCard["services"][number];
type CardStep = CardService["cancellation"][number];

/** The steps with amounts, as the quote carries them. */
export function cancellationSteps(steps: readonly CardStep[], price: number): CancellationStep[] {
  return steps.map(({ until, percent }) => ({ until, amount: partOf(price, percent) }));
}

/** What the quote carries of returns and failures; undefined where they change nothing of the price. */
export function endTermsOf(
  { return_percent, failed_percent }: Pick<CardService, "return_percent" | "failed_percent">,
  price: number,
): EndTerms | undefined {
  if (return_percent == null && failed_percent == null) return undefined;
  return {
    returnFee: return_percent == null ? null : partOf(price, return_percent),
    failedPrice: failed_percent == null ? null : partOf(price, failed_percent),
  };
}

function partOf(price: number, percent: number): number {
  return Number(percentOf(BigInt(price), BigInt(Math.round(percent * 100))));
}
