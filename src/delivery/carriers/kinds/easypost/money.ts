import { minorUnits } from "@/infra/geography/country.ts";

/** EasyPost's amounts are text in major units: "33.10", "5.93000". */

const decimal = /^(\d{1,12})(?:\.(\d{1,20}))?$/;

/**
 * The amount in minor units, exactly. What is finer than the minor unit is rounded up, so that a price covers its cost.
 * Undefined for what is no amount. @param currency one in use
 */
export function toMinor(amount: string, currency: string): number | undefined {
  const [, whole, fraction = ""] = decimal.exec(amount) ?? [];
  if (whole === undefined) return undefined;
  const places = minorUnits(currency);
  const minor = BigInt(whole + fraction.slice(0, places).padEnd(places, "0"));
  const rest = /[1-9]/.test(fraction.slice(places)) ? 1n : 0n;
  const total = minor + rest;
  return total <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(total) : undefined;
}
