import type { Status } from "@/delivery/model/model.ts";
import { countedUpTo, openCountedMax } from "@/delivery/orders/shipments/request.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import type { ShipmentStatisticsView } from "@/delivery/orders/shipments/statistics-schema.ts";
import type { dispatchFilters, Filters } from "../../filters.ts";
import { formatCount } from "../../format.ts";
import { expectedAt } from "./expected.ts";

/** How many there are of what, and which filters list them. Counts come from the server: the lists of the page end. */

export const openStatuses = ["created", "quoted", "assigned", "in_transit", "returning"] as const;
const carried = ["assigned", "in_transit", "returning"] as const;

export type ListFilters = Filters<Exclude<(typeof dispatchFilters)[number], "shipment" | "driver">>;

type Unset<T> = { [Name in keyof T]?: T[Name] | undefined };

export interface Figure {
  count: number;
  /** `20 to accept`. */
  text: string;
  /** What lists exactly these. */
  filters: ListFilters;
}

/** Those that somebody carries or fetches, those that no driver has, and those that wait for a person's yes. */
export function figuresOf({ by_status, without_driver: waiting }: ShipmentStatisticsView): Figure[] {
  const assigned = sumOf(by_status, carried);
  const figure = (count: number, words: string, filters: ListFilters): Figure => ({
    count,
    text: `${formatCount(count)} ${words}`,
    filters,
  });
  return [
    figure(Math.max(0, assigned - waiting), "under way", { state: carried.join(), rider: "any" }),
    figure(waiting, "without a driver", { rider: "none" }),
    figure(by_status.quoted ?? 0, "to accept", { state: "quoted" }),
  ];
}

function sumOf(counts: ShipmentStatisticsView["by_status"], statuses: readonly Status[]): number {
  return statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
}

/** Whether the list shows exactly these. */
export function isShown({ filters }: Figure, { q, carrier_id, state, rider }: Unset<ListFilters>) {
  const isWhole = q === undefined && carrier_id === undefined;
  return isWhole && state === filters.state && rider === filters.rider;
}

/** How many the filters match; undefined where nobody counts that. */
export function totalOf(
  { q, carrier_id, rider, state }: ListFilters,
  statistics: ShipmentStatisticsView | undefined,
): { count: number; isCapped: boolean } | undefined {
  if (statistics === undefined || q !== undefined || carrier_id !== undefined) return undefined;
  const listed = { state, rider };
  const figure = figuresOf(statistics).find((each) => isShown(each, listed));
  if (figure) return { count: figure.count, isCapped: figure.count >= openCountedMax };
  if (rider !== undefined) return undefined;
  const statuses = state === undefined ? openStatuses : (state.split(",") as Status[]);
  const isCapped = statuses.some((each) => statistics.by_status[each] === countedUpTo(each));
  return { count: sumOf(statistics.by_status, statuses), isCapped };
}

/** `20`, `500 of 13,270`, `the first 500`. */
export function countText(
  shown: number,
  isWhole: boolean,
  total: { count: number; isCapped: boolean } | undefined,
): string {
  if (isWhole) return formatCount(shown);
  if (total === undefined) return `the first ${formatCount(shown)}`;
  return `${formatCount(shown)} of ${formatCount(Math.max(total.count, shown))}${total.isCapped ? " or more" : ""}`;
}

/** When the next driver is expected at a door: nobody is expected whose fleet has no driver for it yet. */
export function nextExpected(
  shipments: readonly ListedShipmentView[],
  fleetIds: ReadonlySet<string>,
): string | undefined {
  const moving = shipments.filter(
    ({ status, assignment }) =>
      status === "in_transit" ||
      (status === "assigned" &&
        assignment !== null &&
        (assignment.driver !== null || !fleetIds.has(assignment.carrier.id))),
  );
  const [next] = moving.flatMap((shipment) => expectedAt(shipment) ?? []).sort();
  return next;
}
