import type { Money } from "../../../model/model.ts";
import type { KeyedRow } from "../rows-store.ts";
import type { ImportRecord } from "../store.ts";

/** What an import tells before somebody confirms it: of the rows that would be made. */
export function totalsOf(
  rows: readonly KeyedRow[],
): Pick<ImportRecord, "valid" | "duplicates" | "faultCount" | "priceSum" | "pricedRows" | "willBeTold"> {
  const valid = rows.filter(({ status }) => status === "valid");
  const prices = valid.flatMap(({ price }) => price ?? []);
  return {
    valid: valid.length,
    duplicates: rows.filter(({ status }) => status === "duplicate").length,
    faultCount: rows.reduce((sum, { status, faultCount }) => sum + (status === "faulty" ? faultCount : 0), 0),
    priceSum: sumOf(prices),
    pricedRows: prices.length,
    willBeTold: valid.filter(({ isTold }) => isTold).length,
  };
}

/** Null for nothing, and for several currencies, which have no sum. */
function sumOf(prices: readonly Money[]): Money | null {
  const [first] = prices;
  if (!first || prices.some(({ currency }) => currency !== first.currency)) return null;
  return { amount: prices.reduce((sum, { amount }) => sum + amount, 0), currency: first.currency };
}
