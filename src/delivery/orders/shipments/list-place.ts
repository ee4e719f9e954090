import type { ShipmentRow } from "../../lifecycle/state/rows.ts";
import type { Spans } from "./list-plan.ts";
import type { ShipmentOrder } from "./request.ts";

/** Where shipments stand in the orders of the list, as it is reckoned and as columns have it. */

/** Where a shipment stands in an order: by when it was created or changed, when harm comes, or its delivery window begins. */
export interface ShipmentPlace {
  at: number;
  id: string;
}

export function toShipmentPlace(row: ShipmentRow, order: ShipmentOrder): ShipmentPlace {
  return { at: momentOf(row, order) ?? 0, id: row.id };
}

/** What an order sorts by; null: it leaves the shipment out. */
export function momentOf(
  { createdAt, dueAt, updatedAt, delivery }: ShipmentRow,
  order: ShipmentOrder,
): number | null {
  if (order === "due") return dueAt;
  if (order === "updated") return updatedAt;
  if (order === "delivery") return delivery.window && Date.parse(delivery.window.start);
  return createdAt;
}

export function isLater(one: ShipmentPlace, other: ShipmentPlace): boolean {
  return one.at === other.at ? one.id > other.id : one.at > other.at;
}

/** As its column has it: a window has texts. */
export type Moment = number | string;
export interface StoredPlace {
  at: Moment;
  id: string;
}
export type StoredSpans = { [Name in keyof Spans]?: Moment | undefined };

export function asStored(order: ShipmentOrder, moment: number): Moment {
  return order === "delivery" ? new Date(moment).toISOString() : moment;
}

export function placeOfStored(place: StoredPlace | undefined): ShipmentPlace | undefined {
  if (!place || typeof place.at === "number") return place as ShipmentPlace | undefined;
  return { at: Date.parse(place.at), id: place.id };
}

export function storedSpans({ deliveryAfter, deliveryBefore, ...others }: Spans = {}): StoredSpans {
  const text = (moment: number | undefined) => moment && asStored("delivery", moment);
  return { ...others, deliveryAfter: text(deliveryAfter), deliveryBefore: text(deliveryBefore) };
}
