import type { OrderRequestView } from "@/delivery/orders/order-forms/order-schema.ts";
import type { UnitSystem } from "@/infra/units.ts";
import { formatWeight } from "../../units.ts";

/** What the pages say of an order. */

/** What an order is called in sentences. */
export function nameOf({ order }: OrderRequestView): string {
  return order?.delivery.contact.name ?? "this recipient";
}

export type Asked = NonNullable<OrderRequestView["order"]>;

/** `2 parcels, 3 kg`. */
export function goodsText({ parcels, service }: Asked, units: UnitSystem): string {
  const count = parcels.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  const grams = parcels.reduce((sum, { quantity = 1, weight_grams }) => sum + quantity * weight_grams, 0);
  return [`${count} ${count === 1 ? "parcel" : "parcels"}`, formatWeight(grams, units), service]
    .filter(Boolean)
    .join(", ");
}
