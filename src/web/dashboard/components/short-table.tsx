import { Box, Table, Text } from "@mantine/core";
import type { ReactNode } from "react";

interface ShortTableProps {
  /** Name for screen readers. */
  label: string;
  heads: readonly string[];
  isEmpty: boolean;
  /** The rows. */
  children: ReactNode;
}

/** A list without pages, inside a section. */
export function ShortTable({ label, heads, isEmpty, children }: ShortTableProps) {
  if (isEmpty) {
    return (
      <Text size="sm" c="dimmed">
        None
      </Text>
    );
  }
  return (
    <Box className="card-table" tabIndex={0} role="region" aria-label={label}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head}>{head}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Box>
  );
}
