import { formMark, formToken } from "./link.ts";
import type { PlacedOrder } from "./wire.ts";

/** The order that was made in this window, which a reload shows again. Its receipt holds for a day. */

export type Placed = Pick<PlacedOrder, "id" | "receipt">;

const placeOf = () => `waybill-placed-${formMark(formToken())}`;

export function keptPlaced(): Placed | undefined {
  try {
    const { id, receipt }: Partial<Placed> = JSON.parse(sessionStorage.getItem(placeOf()) ?? "{}");
    return id !== undefined && receipt !== undefined ? { id, receipt } : undefined;
  } catch {
    return undefined;
  }
}

/** @param placed undefined: nothing is kept */
export function keepPlaced(placed: Placed | undefined): void {
  try {
    if (placed === undefined) sessionStorage.removeItem(placeOf());
    else sessionStorage.setItem(placeOf(), JSON.stringify({ id: placed.id, receipt: placed.receipt }));
  } catch {
    // Then a reload shows an empty form.
  }
}
