import { Button, Card, Group, Skeleton, Table } from "@mantine/core";
import { IconZoomScan } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Problem } from "../api.ts";
import type { List } from "../queries.ts";
import { Empty } from "./empty.tsx";
import { ProblemAlert } from "./problem.tsx";

/** A column, and what it shows of a row. */
export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
  /** For numbers. */
  align?: "right";
}

interface ListTableProps<T> {
  list: Omit<List<T>, "refresh">;
  /** Name for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  /** Shown instead of an empty table. */
  empty: ReactNode;
}

/** A list that is read whole. */
export function wholeList<T>(
  rows: readonly T[] | undefined,
  problem: Problem | null = null,
): ListTableProps<T>["list"] {
  return { rows, problem, showNext: undefined, showPrevious: undefined, isLoading: false };
}

const skeletonRows = ["a", "b", "c", "d"];

/** A list of the API, a page at a time. */
export function ListTable<T>({ list, label, columns, keyOf, empty }: ListTableProps<T>) {
  if (list.problem) return <ProblemAlert problem={list.problem} />;
  const isEmpty = list.rows?.length === 0;
  if (isEmpty && list.showNext) return <NoMatchYet searchOlder={list.showNext} />;
  if (isEmpty && !list.showPrevious) return empty;
  return (
    <>
      <Card withBorder padding={0} className="card-table" tabIndex={0} role="region" aria-label={label}>
        <Table
          highlightOnHover={list.rows !== undefined}
          aria-busy={list.isLoading || list.rows === undefined || undefined}
        >
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, align }) => (
                <Table.Th key={title} ta={align}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {list.rows?.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {columns.map(({ title, align, cell }) => (
                  <Table.Td key={title} ta={align}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            )) ?? <SkeletonRows columns={columns.length} />}
          </Table.Tbody>
        </Table>
      </Card>
      {(list.showPrevious || list.showNext) && (
        <Group justify="end" gap="xs">
          <Button variant="default" size="xs" disabled={!list.showPrevious} onClick={list.showPrevious}>
            Previous
          </Button>
          <Button variant="default" size="xs" disabled={!list.showNext} onClick={list.showNext}>
            Next
          </Button>
        </Group>
      )}
    </>
  );
}

/** A search of a long list that found nothing yet. */
function NoMatchYet({ searchOlder }: { searchOlder: () => void }) {
  const button = (
    <Button variant="default" onClick={searchOlder}>
      Search older
    </Button>
  );
  return (
    <Empty icon={IconZoomScan} title="No matches among the newest" action={button}>
      Older entries have not been searched yet.
    </Empty>
  );
}

function SkeletonRows({ columns }: { columns: number }) {
  return skeletonRows.map((row) => (
    <Table.Tr key={row}>
      <Table.Td colSpan={columns}>
        <Skeleton h={18} />
      </Table.Td>
    </Table.Tr>
  ));
}
