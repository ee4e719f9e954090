import { isCurrency, minorUnits } from "../../infra/geography/country.ts";
import type { NumberValue } from "./components/number-field.tsx";

/** Money in fields: people write major units, the API takes minor ones. */

const finestDecimals = 6;

/** 45.5 EUR → 4550, without binary rounding noise. Keeps decimals that are finer than the currency. */
export function minorAmount(amount: number, currency: string): number {
  return Number((amount * 10 ** minorUnits(currency)).toFixed(finestDecimals));
}

/** 4550 EUR → 45.5. */
export function majorAmount(amount: number, currency: string): number {
  return amount / 10 ** minorUnits(currency);
}

/** Whether the amount is finer than the currency's minor unit. What is no number, the API refuses itself. */
export function isTooFine(amount: NumberValue, currency: string): boolean {
  if (amount === "" || Number.isNaN(Number(amount)) || !isCurrency(currency)) return false;
  return !Number.isInteger(minorAmount(Number(amount), currency));
}
