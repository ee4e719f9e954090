import { memo } from "react";
import type { ListedShipmentView } from "@/delivery/orders/shipments/schema.ts";
import { ChoiceFilter, FilterBar, TextFilter, WordsFilter } from "../../components/filter-bar.tsx";
import { humanize } from "../../format.ts";
import type { useAddress } from "./board.ts";
import { type ListFilters, openStatuses } from "./figures.ts";
import { riderWords } from "./work.ts";

/** Which shipments are listed. The address keeps it. */

interface Choice {
  value: string;
  label: string;
}

interface DispatchFiltersProps extends Pick<ReturnType<typeof useAddress>, "change"> {
  filters: ListFilters;
  carriers: readonly Choice[];
  riders: readonly Choice[];
}

export const noFilters = { q: "", state: "", carrier_id: "", rider: "" };

const statusData = openStatuses.map((value) => ({ value, label: humanize(value) }));
const riderData: readonly Choice[] = [
  { value: riderWords.none, label: "Without a driver" },
  { value: riderWords.any, label: "All others" },
];

/** The account's own fleets, and who else carries something of the list. */
export function carriersOf(
  fleets: readonly { id: string; name: string }[],
  shipments: readonly ListedShipmentView[],
): Choice[] {
  const carriers = [...fleets, ...shipments.flatMap(({ assignment }) => assignment?.carrier ?? [])];
  return [...new Map(carriers.map(({ id, name }) => [id, name]))].map(([value, label]) => ({ value, label }));
}

/** Positions and states come often, and change no choice. */
function isSame(one: DispatchFiltersProps, other: DispatchFiltersProps): boolean {
  const textOf = ({ filters, carriers, riders }: DispatchFiltersProps) =>
    JSON.stringify([filters, carriers, riders]);
  return one.change === other.change && textOf(one) === textOf(other);
}

export const DispatchFilters = memo(
  ({ filters, change, carriers, riders }: DispatchFiltersProps) => (
    <FilterBar
      filters={filters}
      onClear={() => change(noFilters)}
      search={
        <TextFilter
          label="Search"
          placeholder="Number, name, street…"
          value={filters.q}
          onChange={(q) => change({ q })}
        />
      }
    >
      <WordsFilter
        label="Status"
        data={statusData}
        value={filters.state}
        onChange={(state) => change({ state })}
      />
      <ChoiceFilter
        label="Carrier"
        data={carriers}
        value={filters.carrier_id}
        onChange={(carrier_id) => change({ carrier_id })}
      />
      <ChoiceFilter
        label="Driver"
        data={[...riderData, ...riders]}
        value={filters.rider}
        onChange={(rider) => change({ rider })}
      />
    </FilterBar>
  ),
  isSame,
);
