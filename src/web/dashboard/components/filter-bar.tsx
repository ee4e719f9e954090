import { Button, Group, MultiSelect, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Filters } from "../filters.ts";
import { fromLocalTime, toLocalTime } from "../times.ts";

/** Fields that narrow a list; what they say stands in the page's address. */

const typingMs = 300;
/** The filter that is the search, in every list that has one. */
const searchName = "q";

interface FilterBarProps {
  /** Those in the address. */
  filters: Filters<string>;
  onClear: () => void;
  /** The field that is always in sight. */
  search?: ReactNode;
  /** The others; where it is narrow they are behind a button. */
  children: ReactNode;
}

export function FilterBar({ filters, onClear, search, children }: FilterBarProps) {
  // Fields that are typed in begin anew when the filters are cleared.
  const [clearings, setClearings] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const fieldsId = useId();
  const names = Object.keys(filters);
  const count = names.filter((name) => name !== searchName).length;
  const clear = () => {
    setClearings(clearings + 1);
    onClear();
  };
  return (
    <Group key={clearings} className="filters" gap="sm" align="end" role="search">
      {search}
      <Button
        hiddenFrom="sm"
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={18} />}
        aria-expanded={isOpen}
        aria-controls={fieldsId}
        onClick={() => setIsOpen(!isOpen)}
      >
        {count === 0 ? "Filters" : `Filters (${count})`}
      </Button>
      <div id={fieldsId} className="filter-fields" data-open={isOpen || undefined}>
        {children}
      </div>
      {names.length > 0 && (
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

/** A field that one types in. When the address says something else than was typed, it begins anew with that. */
function useTyped(value: string | undefined, onChange: (value: string) => void) {
  const typed = useRef(value);
  const [beginnings, setBeginnings] = useState(0);
  useEffect(() => {
    if (value === typed.current) return;
    typed.current = value;
    setBeginnings((count) => count + 1);
  }, [value]);
  const change = (text: string) => {
    typed.current = text.trim() || undefined;
    onChange(text);
  };
  return [beginnings, change] as const;
}

export function TextFilter({ label, value, onChange, placeholder }: FilterProps & { placeholder: string }) {
  const [beginnings, change] = useTyped(value, onChange);
  const changeSoon = useDebouncedCallback(change, typingMs);
  return (
    <TextInput
      key={beginnings}
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
  const [beginnings, change] = useTyped(value, onChange);
  return (
    <TextInput
      key={beginnings}
      type="datetime-local"
      label={label}
      defaultValue={value === undefined ? "" : toLocalTime(value)}
      onChange={({ currentTarget }) => change(fromLocalTime(currentTarget.value) ?? "")}
      className="filter"
    />
  );
}
