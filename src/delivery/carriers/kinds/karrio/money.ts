import { minorUnits } from "@/infra/geography/country.ts";
import type { Money } from "../../../model/model.ts";

/** Karrio's amounts are decimal numbers of major units: 4.72. */

/** Half a minor unit is rounded up, in decimal: 1.005 is 1.01, though its double is less. @param currency one in use */
export function toMinor(amount: number, currency: string): number {
  return Math.round(shift(amount, minorUnits(currency)));
}

export function fromMinor({ amount, currency }: Money): number {
  return shift(amount, -minorUnits(currency));
}

/** Moves the decimal point of the number as it is written. */
function shift(amount: number, places: number): number {
  const [digits, exponent = "0"] = String(amount).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}
