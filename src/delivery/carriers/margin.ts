import type { Money } from "../model/model.ts";
import type { PriceLine } from "./carrier.ts";
import type { EndTerms } from "./ends.ts";
import { halfUp, percentOf } from "./exact.ts";

/** What the operator adds to the prices of the installation's carriers. Accounts see the price only. */

/** Both parts are added. */
export interface Margin {
  /** Of the carrier's price, with at most two decimals. */
  percent: number | null;
  /** Waybill converts no currencies: it is added to offers in its own currency only. */
  amount: Money | null;
}

/** What a price, a charge or an assignment holds of both. */
interface Priced {
  /** What the account pays. */
  amount: number;
  /** What the carrier takes; null in rows that are older than margins. */
  cost: number | null;
}

export function costOf({ amount, cost }: Priced): number {
  return cost ?? amount;
}

export function sumOf(lines: readonly PriceLine[]): number {
  return lines.reduce((sum, line) => sum + line.amount, 0);
}

/**
 * A carrier's lines as the account sees them. With a margin they are one line: of two offers whose lines were the
 * carrier's own, an account could compute the margin.
 */
export function pricedLines(
  margin: Margin | null,
  lines: readonly PriceLine[],
  currency: string,
): PriceLine[] {
  if (margin === null) return [...lines];
  const taken = sumOf(lines);
  return [{ code: "price", name: "Price", amount: taken + addedTo(margin, { amount: taken, currency }) }];
}

/** In minor units, rounded half up once. */
function addedTo(margin: Margin, { amount, currency }: Money): number {
  const hundredths = Math.round((margin.percent ?? 0) * 100);
  const share = percentOf(BigInt(amount), BigInt(hundredths));
  const fixed = margin.amount?.currency === currency ? margin.amount.amount : 0;
  return Number(share) + fixed;
}

/**
 * What an account pays where the carrier takes a part of its price, such as a fee: the same part of the account's price,
 * rounded half up. So the whole price stays the whole price, and no fee shows what the carrier takes.
 */
export function shareOf(part: number, priced: Priced): number {
  const cost = costOf(priced);
  if (cost === priced.amount || cost === 0) return part;
  return Number(halfUp(BigInt(part) * BigInt(priced.amount), BigInt(cost)));
}

/** What the end changes of the account's price. */
export function agreedEnd({ returnFee, failedPrice }: EndTerms, priced: Priced): EndTerms {
  const agreed = (part: number | null) => (part === null ? null : shareOf(part, priced));
  return { returnFee: agreed(returnFee), failedPrice: agreed(failedPrice) };
}
