import { Box, Button, Card, Group, Skeleton, Table, VisuallyHidden } from "@mantine/core";
import { IconZoomScan } from "@tabler/icons-react";
import { type MouseEvent, memo, type ReactNode } from "react";
import type { Problem } from "../api.ts";
import type { List } from "../queries.ts";
import { Empty } from "./empty.tsx";
import { ProblemAlert } from "./problem.tsx";

/**
 * A column, and what it shows of a row. A row keeps what it shows until its data or `columns` change: long or busy
 * lists make their columns once, outside of the component or in `useMemo`.
 */
export interface Column<T> {
  title: string;
  cell: (row: T) => ReactNode;
  /** For numbers. */
  align?: "right";
  /** What a row is called: takes the width that the others leave, and heads the card in a narrow window. */
  main?: true;
  /** The row's state: never cut, and beside the name on a card. */
  badge?: true;
  /** Words that are read as a whole, on several lines. */
  isSentence?: true;
  /** The row's buttons: always in sight at the right edge. Their title is for screen readers. */
  actions?: true;
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
      <Card withBorder padding={0}>
        <DataTable {...{ label, columns, keyOf, ...list }} />
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

interface DataTableProps<T> extends Pick<ListTableProps<T>, "label" | "columns" | "keyOf"> {
  /** Undefined while they load. */
  rows: readonly T[] | undefined;
  isLoading?: boolean;
}

/** A table that becomes cards where it has little width. */
export function DataTable<T>({ label, columns, keyOf, rows, isLoading }: DataTableProps<T>) {
  return (
    <Box className="card-table" tabIndex={0} role="region" aria-label={label}>
      <Table highlightOnHover={rows !== undefined} aria-busy={isLoading || rows === undefined || undefined}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column.title} ta={column.align} data-role={roleOf(column)}>
                {column.actions ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows?.map((row) => <Row key={keyOf(row)} row={row} columns={columns} />) ?? (
            <SkeletonRows columns={columns.length} />
          )}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function roleOf({ main, badge, actions, isSentence }: Column<never>): string | undefined {
  if (main) return "main";
  if (badge) return "badge";
  if (isSentence) return "sentence";
  return actions && "actions";
}

interface RowProps<T> extends Pick<ListTableProps<T>, "columns"> {
  row: T;
}

const Row = memo(function Row<T>({ row, columns }: RowProps<T>) {
  return (
    <Table.Tr>
      {columns.map((column) => (
        <Table.Td
          key={column.title}
          ta={column.align}
          data-role={roleOf(column)}
          data-label={column.title}
          onMouseEnter={showWhole}
        >
          {column.cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}) as <T>(props: RowProps<T>) => ReactNode;

/** What an ellipsis cuts is read in a tooltip. */
function showWhole({ currentTarget: cell }: MouseEvent<HTMLElement>): void {
  const isCut = [cell, ...cell.querySelectorAll("*")].some(
    ({ clientWidth, scrollWidth }) => clientWidth > 0 && scrollWidth > clientWidth,
  );
  cell.title = isCut ? (cell.textContent ?? "") : "";
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
