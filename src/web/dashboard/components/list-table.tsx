import { Box, Button, Card, Checkbox, Skeleton, Table, UnstyledButton, VisuallyHidden } from "@mantine/core";
import { IconSortAscending, IconSortDescending, IconZoomScan } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Problem } from "../../browser/problem.ts";
import type { List } from "../queries.ts";
import { type Selection, useChoosing } from "./choosing.ts";
import { Empty } from "./empty.tsx";
import { ListPages } from "./list-pages.tsx";
import { ProblemAlert } from "./problem.tsx";
import { type Column, Row, roleOf } from "./table-row.tsx";

export type { Column } from "./table-row.tsx";

interface ListTableProps<T> {
  list: Omit<List<T>, "refresh">;
  /** Name for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  /** Shown instead of an empty table. */
  empty: ReactNode;
  selection?: Selection<T> | undefined;
  order?: Order | undefined;
}

/** The column that the list is sorted by. */
export interface Order {
  column: string;
  isDescending: boolean;
  /** Sorts the other way round. */
  turn(): void;
}

/** A list that is read whole. A later reading that fails leaves the rows. */
export function wholeList<T>(
  rows: readonly T[] | undefined,
  problem: Problem | null = null,
): ListTableProps<T>["list"] {
  const known = { rows, problem: rows === undefined ? problem : null, size: undefined };
  return { ...known, showNext: undefined, showPrevious: undefined, isLoading: false };
}

const skeletonRows = ["a", "b", "c", "d"];

/** A list of the API, a page at a time. */
export function ListTable<T>({ list, empty, ...table }: ListTableProps<T>) {
  if (list.problem) return <ProblemAlert problem={list.problem} />;
  const isEmpty = list.rows?.length === 0;
  if (isEmpty && list.showNext) return <NoMatchYet searchOlder={list.showNext} />;
  if (isEmpty && !list.showPrevious) return empty;
  return (
    <>
      <Card withBorder padding={0}>
        <DataTable {...table} rows={list.rows} isLoading={list.isLoading} />
      </Card>
      <ListPages list={list} />
    </>
  );
}

interface DataTableProps<T>
  extends Pick<ListTableProps<T>, "label" | "columns" | "keyOf" | "selection" | "order"> {
  /** Undefined while they load. */
  rows: readonly T[] | undefined;
  isLoading?: boolean;
}

/** A table that becomes cards where it has little width. */
export function DataTable<T>({
  label,
  columns,
  keyOf,
  rows,
  isLoading,
  selection,
  order,
}: DataTableProps<T>) {
  const choose = useChoosing(selection, rows, keyOf);
  return (
    <Box className="card-table" tabIndex={0} role="region" aria-label={label}>
      <Table highlightOnHover={rows !== undefined} aria-busy={isLoading || rows === undefined || undefined}>
        <Table.Thead>
          <Table.Tr>
            {choose && (
              <Table.Th data-role="select" data-label="Select all">
                <Checkbox
                  size="xs"
                  aria-label={`Select all ${label.toLowerCase()}`}
                  checked={choose.areAllChosen}
                  onChange={choose.toggleAll}
                />
              </Table.Th>
            )}
            {columns.map((column) => (
              <Table.Th
                key={column.title}
                ta={column.align}
                data-role={roleOf(column)}
                aria-sort={order?.column === column.title ? sortOf(order) : undefined}
              >
                <Heading column={column} order={order} />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows?.map((row) => (
            <Row
              key={keyOf(row)}
              rowKey={keyOf(row)}
              row={row}
              columns={columns}
              toggle={choose?.toggle}
              name={selection?.labelOf(row)}
              isChosen={selection?.chosen.has(keyOf(row))}
            />
          )) ?? <SkeletonRows columns={columns.length} />}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

const sortOf = ({ isDescending }: Order) => (isDescending ? "descending" : "ascending");

function Heading({ column: { title, actions }, order }: { column: Column<never>; order: Order | undefined }) {
  if (actions) return <VisuallyHidden>{title}</VisuallyHidden>;
  if (order?.column !== title) return title;
  const Icon = order.isDescending ? IconSortDescending : IconSortAscending;
  return (
    <UnstyledButton className="sort" title="Sort the other way round" onClick={order.turn}>
      {title} <Icon size={14} aria-hidden />
    </UnstyledButton>
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
