import { Button, Group, MultiSelect, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { fromLocalTime, toLocalTime } from "../times.ts";

/** Fields that narrow a list; what they say stands in the page's address. */

const typingMs = 300;

interface FilterBarProps {
  isFiltered: boolean;
  onClear: () => void;
  children: ReactNode;
}

export function FilterBar({ isFiltered, onClear, children }: FilterBarProps) {
  // Fields that are typed in begin anew when the filters are cleared.
  const [clearings, setClearings] = useState(0);
  const clear = () => {
    setClearings(clearings + 1);
    onClear();
  };
  return (
    <Group key={clearings} className="filters" gap="sm" align="end" role="search">
      {children}
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          Clear
        </Button>
      )}
    </Group>
  );
}

interface FilterProps {
  label: string;
  value: string | undefined;
  onChange: (value: string) => void;
}

interface Choice {
  value: string;
  label: string;
}

interface ChoiceFilterProps extends FilterProps {
  data: readonly Choice[];
  /** There is no "any". */
  isAlwaysChosen?: boolean;
}

/** One of several. */
export function ChoiceFilter({ label, value, onChange, data, isAlwaysChosen = false }: ChoiceFilterProps) {
  return (
    <Select
      label={label}
      placeholder="Any"
      data={data}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? "")}
      clearable={!isAlwaysChosen}
      allowDeselect={!isAlwaysChosen}
      clearButtonProps={{ "aria-label": `Any ${label.toLowerCase()}` }}
      className="filter"
    />
  );
}

/** Any of several, separated by commas. */
export function WordsFilter({ label, value, onChange, data }: FilterProps & { data: readonly Choice[] }) {
  return (
    <MultiSelect
      label={label}
      placeholder={value === undefined ? "Any" : ""}
      data={data}
      value={value?.split(",") ?? []}
      onChange={(chosen) => onChange(chosen.join(","))}
      clearable
      clearButtonProps={{ "aria-label": `Any ${label.toLowerCase()}` }}
      className="filter-wide"
    />
  );
}

export function TextFilter({ label, value, onChange, placeholder }: FilterProps & { placeholder: string }) {
  const changeSoon = useDebouncedCallback(onChange, typingMs);
  return (
    <TextInput
      label={label}
      placeholder={placeholder}
      defaultValue={value ?? ""}
      onChange={({ currentTarget }) => changeSoon(currentTarget.value)}
      autoComplete="off"
      className="filter"
    />
  );
}

/** A time where the reader is; in the address it is that of the API. */
export function TimeFilter({ label, value, onChange }: FilterProps) {
  return (
    <TextInput
      type="datetime-local"
      label={label}
      defaultValue={value === undefined ? "" : toLocalTime(value)}
      onChange={({ currentTarget }) => onChange(fromLocalTime(currentTarget.value) ?? "")}
      className="filter"
    />
  );
}
