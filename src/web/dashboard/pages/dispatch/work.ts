import { knownPlace } from "@/delivery/model/address.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import type { Query } from "../../../browser/api.ts";
import { type ListFilters, openStatuses } from "./figures.ts";

/** What the list of work has, and in which order. */

/** Filters of the address that name no driver. */
export const riderWords = { none: "none", any: "any" } as const;

/** What the API is asked for: those that nobody drives come first, so they are a list of their own. */
export function queriesOf({ state, rider, ...others }: ListFilters): [Query, ...Query[]] {
  const query = { ...others, status: state ?? openStatuses.join() };
  if (rider === riderWords.none) return [{ ...query, without_driver: "true" }];
  if (rider === riderWords.any) return [{ ...query, without_driver: "false" }];
  if (rider !== undefined) return [{ ...query, driver_id: rider }];
  return [
    { ...query, without_driver: "true" },
    { ...query, without_driver: "false" },
  ];
}

/** The stop that a shipment waits for. */
export function nextStopOf({
  status,
  pickup,
  delivery,
}: Pick<ListedShipmentView, "status" | "pickup" | "delivery">): "pickup" | "delivery" {
  if (status === "in_transit") return "delivery";
  // Nobody fetches it yet: what a customer was promised is the delivery.
  if (status !== "assigned") return delivery.window || !pickup.window ? "delivery" : "pickup";
  return "pickup";
}

/** How late it is: by what is expected, or since nobody saw to it in time. Null while it is in time. */
export function lateSecondsOf(
  { late_seconds, due_at }: Pick<ListedShipmentView, "late_seconds" | "due_at">,
  now: number,
): number | null {
  if (late_seconds !== null && late_seconds > 0) return late_seconds;
  if (due_at === null) return null;
  const seconds = Math.floor((now - Date.parse(due_at)) / 1000);
  return seconds >= 60 ? seconds : null;
}

/** Which of the stops that are still ahead nobody knows the place of. */
export function unknownPlacesOf({
  status,
  pickup,
  delivery,
}: Pick<ListedShipmentView, "status" | "pickup" | "delivery">): ("pickup" | "delivery")[] {
  const ahead = status === "in_transit" ? (["delivery"] as const) : (["pickup", "delivery"] as const);
  const stops = { pickup, delivery };
  return ahead.filter((stop) => knownPlace(stops[stop].address) === undefined);
}
