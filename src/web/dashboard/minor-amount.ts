import { isCurrency, minorUnits } from "../../infra/geography/country.ts";
import type { NumberValue } from "./number-value.ts";

/** Money in fields: people write major units, the API takes minor ones. */

/** 45.5 EUR → 4550, without binary rounding noise. Keeps decimals that are finer than the currency. */
export function minorAmount(amount: number, currency: string): number {
  const text = String(amount);
  const units = minorUnits(currency);
  // Moving the point is exact. Only what is tiny or huge has an exponent already.
  return text.includes("e") ? amount * 10 ** units : Number(`${text}e${units}`);
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
