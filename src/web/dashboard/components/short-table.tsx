import { Text } from "@mantine/core";
import { type Column, DataTable } from "./list-table.tsx";

interface ShortTableProps<T> {
  /** Name for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  rows: readonly T[];
}

/** A list without pages, inside a section. */
export function ShortTable<T>(props: ShortTableProps<T>) {
  if (props.rows.length > 0) return <DataTable {...props} />;
  return (
    <Text size="sm" c="dimmed">
      None
    </Text>
  );
}
