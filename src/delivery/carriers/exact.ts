/** Arithmetic of whole numbers however large. None is negative. */

export function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

export function roundUp(value: bigint, step: bigint): bigint {
  return ((value + step - 1n) / step) * step;
}

export function above(value: bigint, included: bigint): bigint {
  return value > included ? value - included : 0n;
}

/** The percent of an amount, rounded half up. @param hundredths of a percent */
export function percentOf(amount: bigint, hundredths: bigint): bigint {
  return halfUp(amount * hundredths, 10_000n);
}
