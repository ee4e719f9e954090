/**
 * What changes of a price charge and take back. A change and its opposite leave the sum as it was, whatever is charged
 * beside the price meanwhile.
 */

/** What a shipment costs, in minor units. */
export interface Paid {
  /** In sum, never below 0. */
  total: number;
  /**
   * Above 0: what changes could not take back, because nothing was left of the price. Later ones charge so much less, so
   * that a discount stays one. Below 0: what had been charged beside the price until then, which no change takes back.
   */
  unapplied: number;
}

export function afterChange({ total, unapplied }: Paid, change: number): Paid {
  const beside = unapplied > 0 ? total : Math.min(0 - unapplied, total);
  const left = change + (unapplied > 0 ? 0 - unapplied : total - beside);
  return { total: beside + Math.max(0, left), unapplied: 0 - (left < 0 ? left : beside) };
}

/** Changes the price from one end to another. @param before, after what each changes of the price: above 0, a fee */
export function afterEnd(paid: Paid, before: number, after: number): Paid {
  const price = Math.min(0, after) - Math.min(0, before);
  return withFee(afterChange(withoutFee(paid, Math.max(0, before)), price), Math.max(0, after));
}

/** What a change could not take back counts against a fee, and against a later one again: it is still the same. */
function withFee(paid: Paid, fee: number): Paid {
  if (paid.unapplied <= 0) return afterChange(paid, fee);
  return { ...paid, total: paid.total + Math.max(0, fee - paid.unapplied) };
}

function withoutFee(paid: Paid, fee: number): Paid {
  if (paid.unapplied <= 0) return afterChange(paid, 0 - fee);
  const charged = Math.max(0, fee - paid.unapplied);
  const total = Math.max(0, paid.total - charged);
  return { total, unapplied: paid.unapplied + charged - (paid.total - total) };
}
