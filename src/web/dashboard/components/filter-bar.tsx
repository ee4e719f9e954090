import { Button, Group, MultiSelect, Select, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { Filters } from "../filters.ts";
import { fromLocalTime, toLocalTime } from "../times.ts";

/** The filters of a list, kept in the page's address. */

const typingMs = 300;
/** The API's name for the search, in every list. */
const searchName = "q";

interface FilterBarProps {
  /** The filters in the address. */
  filters: Filters<string>;
  onClear: () => void;
  /** The field that is always visible. */
  search?: ReactNode;
  /** The other fields; in narrow windows a button shows them. */
  children: ReactNode;
}

export function FilterBar({ filters, onClear, search, children }: FilterBarProps) {
  // Remounts the text fields when the filters are cleared.
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
  /** One choice is always selected. */
  isRequired?: boolean;
}

/** A filter with one value. */
export function ChoiceFilter({ label, value, onChange, data, isRequired = false }: ChoiceFilterProps) {
  return (
    <Select
      label={label}
      placeholder="Any"
      data={data}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? "")}
      clearable={!isRequired}
      allowDeselect={!isRequired}
      clearButtonProps={{ "aria-label": `Any ${label.toLowerCase()}` }}
      className="filter"
    />
  );
}

/** A filter with several values, separated by commas. */
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

/** State of a text field. When the address changes to something that was not typed, the field restarts with that. */
function useTyped(value: string | undefined, onChange: (value: string) => void) {
  const typed = useRef(value);
  const [restarts, setRestarts] = useState(0);
  useEffect(() => {
    if (value === typed.current) return;
    typed.current = value;
    setRestarts((count) => count + 1);
  }, [value]);
  const change = (text: string) => {
    typed.current = text.trim() || undefined;
    onChange(text);
  };
  return [restarts, change] as const;
}

export function TextFilter({ label, value, onChange, placeholder }: FilterProps & { placeholder: string }) {
  const [restarts, change] = useTyped(value, onChange);
  const changeSoon = useDebouncedCallback(change, typingMs);
  return (
    <TextInput
      key={restarts}
      label={label}
      placeholder={placeholder}
      defaultValue={value ?? ""}
      onChange={({ currentTarget }) => changeSoon(currentTarget.value)}
      autoComplete="off"
      className="filter"
    />
  );
}

/** A time in the reader's time zone; the address has it in UTC, as the API takes it. */
function TimeFilter({ label, value, onChange }: FilterProps) {
  const [restarts, change] = useTyped(value, onChange);
  return (
    <TextInput
      key={restarts}
      type="datetime-local"
      label={label}
      defaultValue={value === undefined ? "" : toLocalTime(value)}
      onChange={({ currentTarget }) => change(fromLocalTime(currentTarget.value) ?? "")}
      className="filter"
    />
  );
}

interface SpanFilterProps {
  /** Value and change of a filter by its name in the API. */
  field: (name: "created_after" | "created_before") => Omit<FilterProps, "label">;
}

/** When the rows were created: two fields that stay beside each other. */
export function SpanFilter({ field }: SpanFilterProps) {
  return (
    <div className="filter-span">
      <TimeFilter label="From" {...field("created_after")} />
      <TimeFilter label="Until" {...field("created_before")} />
    </div>
  );
}

interface DeliverySpanFilterProps {
  /** Value and change of a filter by its name in the API. */
  field: (name: "delivery_after" | "delivery_before") => Omit<FilterProps, "label">;
}

/** When the delivery windows begin. */
export function DeliverySpanFilter({ field }: DeliverySpanFilterProps) {
  return (
    <div className="filter-span">
      <TimeFilter label="Delivery from" {...field("delivery_after")} />
      <TimeFilter label="Delivery until" {...field("delivery_before")} />
    </div>
  );
}
