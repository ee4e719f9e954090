import type { OrderRequestView } from "@/delivery/orders/order-forms/order-schema.ts";
import { formatWindow } from "../../format.ts";

/** What the pages say of an order. */

/** What an order is called in sentences. */
export function nameOf({ order }: OrderRequestView): string {
  return order?.delivery.contact.name ?? "this recipient";
}

type Asked = NonNullable<OrderRequestView["order"]>;

/** `2 parcels, 3 kg`. */
export function goodsText({ parcels, service }: Asked): string {
  const count = parcels.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  const grams = parcels.reduce((sum, { quantity = 1, weight_grams }) => sum + quantity * weight_grams, 0);
  const weight = new Intl.NumberFormat(undefined, { style: "unit", unit: "kilogram" }).format(grams / 1_000);
  return [`${count} ${count === 1 ? "parcel" : "parcels"}`, weight, service].filter(Boolean).join(", ");
}

/** When it shall be delivered. */
export function windowText({ delivery: { window } }: Asked): string {
  return window ? formatWindow(window) : "As soon as possible";
}
