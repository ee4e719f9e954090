import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import { emptyStop, stopValuesOf } from "./stop-values.ts";
import { emptyParcel, emptyShipment, type ShipmentValues } from "./values.ts";

/** What most orders have in common with the one before. */

/** So many of the newest shipments are read: by the list of recent stops too. */
export const shipmentsRead = 50;

/** The last order of the account, the newest first; undefined where there is none to go by. */
export function lastOrder(newest: readonly ShipmentView[]): ShipmentView | undefined {
  return newest.find(({ redacted_at, return_of }) => redacted_at === null && return_of === null);
}

/** The empty form with the sender, the recipient's country and the weight of one parcel, as in that order. */
export function likeLast({ pickup, delivery, parcels }: ShipmentView): ShipmentValues {
  const { window: _, ...sender } = stopValuesOf(pickup);
  const [parcel, ...others] = parcels;
  const isOne = others.length === 0 && parcel?.quantity === 1;
  const { country } = delivery.address;
  return {
    ...emptyShipment,
    pickup: { ...emptyStop, ...sender },
    delivery: { ...emptyShipment.delivery, address: { ...emptyStop.address, country } },
    parcels: [{ ...emptyParcel, ...(isOne && { weight_grams: parcel.weight_grams }) }],
  };
}
