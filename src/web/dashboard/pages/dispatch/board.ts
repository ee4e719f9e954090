import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import type { AttentionGroupView, ListedAttentionItemView } from "@/delivery/fleet/attention/schema.ts";
import type { DriverView } from "@/delivery/fleet/drivers/schema.ts";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import type { Assign } from "../../assigning/assign.tsx";
import type { AssignMany } from "../../assigning/assign-many.tsx";
import type { Job } from "../../assigning/job.ts";
import { dispatchFilters, type Filters, filtersOf } from "../../filters.ts";
import type { Side } from "../../side.ts";
import type { Figure, ListFilters } from "./figures.ts";
import type { Movements } from "./movements.ts";
import type { Selecting } from "./selecting.ts";

/** What the parts of the page share. */
export interface Board {
  side: Side;
  movements: Movements;
  /** Whether its lists are read. */
  hasBegun: boolean;
  drivers: readonly DriverView[];
  /** What needs a person, the same reason once. */
  groups: readonly AttentionGroupView[];
  /** The items that the page has read: the first of each group, and all of the chosen shipment. */
  attention: readonly ListedAttentionItemView[];
  /** How many need a person, with those that the page does not list. */
  attentionTotal: number;
  shipments: readonly ListedShipmentView[];
  /** How many are listed, of how many: `500 of 13,270`. */
  shipmentsText: string;
  /** Undefined until they are counted, and for the operator. */
  figures: readonly Figure[] | undefined;
  /** Of the list of shipments. */
  filters: ListFilters;
  /** Lists what these filters match and no others, and goes there. */
  show(filters: ListFilters): void;
  chosen: Chosen;
  choose(chosen: Chosen): void;
  assign: Assign;
  assignMany: AssignMany;
  /** Which of the shipments are selected. */
  selecting: Selecting;
  /** Gives jobs that were dropped on a driver. */
  give(jobs: readonly Job[], driver: DriverView): void;
  /** Reads more of the list of shipments; undefined where it is whole. */
  readMore: (() => void) | undefined;
}

/** The shipment or driver on the right; the address names it. */
export interface Chosen {
  shipment?: string | undefined;
  driver?: string | undefined;
}

const readFilters = filtersOf(dispatchFilters);

/** The filters and the chosen one, as the address has them. */
export function useAddress() {
  const search = useSearch({ strict: false });
  const filters = useMemo(() => readFilters(search), [search]);
  const navigate = useNavigate();
  const change = useCallback(
    (changed: Filters<(typeof dispatchFilters)[number]>) =>
      void navigate({
        to: ".",
        search: (before) => readFilters({ ...before, ...changed }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const choose = useCallback(
    ({ shipment = "", driver = "" }: Chosen) => change({ shipment, driver }),
    [change],
  );
  return { filters, change, choose };
}
