/**
 * EasyPost's units: ounces and inches. Each is rounded up to a tenth, so that no carrier finds more than was said.
 * https://docs.easypost.com/docs/parcels
 */

const tenths = 10;
/** An ounce is 28.349523125 g, an inch 25.4 mm, both by definition (international yard and pound, 1959). */
const picogramsPerOunceTenth = 2_834_952_312_500n;
const picogramsPerGram = 1_000_000_000_000n;
const micrometersPerInchTenth = 2_540;
const micrometersPerMillimeter = 1_000;

export function toOunces(grams: number): number {
  const picograms = BigInt(grams) * picogramsPerGram;
  return Number((picograms + picogramsPerOunceTenth - 1n) / picogramsPerOunceTenth) / tenths;
}

export function toInches(millimeters: number): number {
  return Math.ceil((millimeters * micrometersPerMillimeter) / micrometersPerInchTenth) / tenths;
}
