import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { dateOrders } from "@/delivery/orders/imports/columns/field.ts";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import { type Column, DataTable } from "../../../components/list-table.tsx";
import { ActionProblem } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { type ChosenColumn, fieldOptions, isTime, unitsOf } from "./fields.ts";
import { usePatchImport } from "./use-import.ts";

type ListColumn = ImportView["columns"][number];

const orderWords = { dmy: "Day first", mdy: "Month first", ymd: "Year first" } as const;
/** Fewer are shown without asking. */
const leftOutShownMax = 5;
const selectWidth = "18rem";

/** What each column means: a select, saved at once. Those that are left out stay folded where there are many. */
export function Columns({ list }: { list: ImportView }) {
  const { mutate, error, isPending, variables } = usePatchImport(list);
  const leftOut = list.columns.filter(({ field, samples }) => field === null && samples.length > 0);
  const [isWhole, setWhole] = useState(leftOut.length <= leftOutShownMax);
  const shown = list.columns.filter(
    ({ field, samples }) => field !== null || (isWhole && samples.length > 0),
  );
  const isBusy = isPending || list.status === "checking";
  const options = fieldOptions(list.kind);
  const asChosen = (column: ListColumn): ListColumn => ({
    ...column,
    ...(isPending && variables.columns?.find(({ index }) => index === column.index)),
  });
  const columns: readonly Column<ListColumn>[] = [
    { title: "Column", main: true, cell: (column) => nameOf(column) },
    {
      title: "Cells",
      isSentence: true,
      cell: ({ samples }) => (
        <Text size="xs" c="dimmed" className="wrapping">
          {samples.join(" · ")}
        </Text>
      ),
    },
    {
      title: "Means",
      cell: (column) => (
        <Stack gap={4}>
          <Select
            w={selectWidth}
            maw="100%"
            aria-label={`Meaning of ${nameOf(column)}`}
            data={options}
            searchable
            clearable
            clearButtonProps={{ "aria-label": `Leave out ${nameOf(column)}` }}
            placeholder="Left out"
            disabled={isBusy}
            value={asChosen(column).field}
            onChange={(field) => mutate({ columns: [{ index: column.index, field }] })}
          />
          <ReadAs
            list={list}
            column={asChosen(column)}
            isBusy={isBusy}
            onChange={(change) => mutate({ columns: [change] })}
          />
        </Stack>
      ),
    },
  ];
  return (
    <Section
      title="Columns"
      lead="What Waybill takes each column for. The choice is kept for lists with the same headers."
    >
      <ActionProblem problem={error} />
      <DataTable label="Columns" columns={columns} keyOf={({ index }) => String(index)} rows={shown} />
      {!isWhole && (
        <Group>
          <Button variant="default" size="xs" onClick={() => setWhole(true)}>
            Show {leftOut.length} columns that are left out
          </Button>
        </Group>
      )}
    </Section>
  );
}

interface ReadAsProps {
  list: ImportView;
  column: ListColumn;
  isBusy: boolean;
  onChange: (change: ChosenColumn) => void;
}

/** How dates and numbers of a column are read, where it makes a difference. */
function ReadAs({ list: { kind, faults }, column, isBusy, onChange }: ReadAsProps) {
  const { index, field, date_order, unit } = column;
  const fault = faults.find((each) => each.row === null && each.column === index);
  const units = unitsOf(kind, field);
  if (units.length > 0) {
    return (
      <Select
        w={selectWidth}
        maw="100%"
        aria-label={`Unit of ${nameOf(column)}`}
        data={units.map((value) => ({ value, label: `Numbers in ${value}` }))}
        placeholder="Unit in each cell"
        clearable
        clearButtonProps={{ "aria-label": `No unit for ${nameOf(column)}` }}
        disabled={isBusy}
        value={unit}
        onChange={(chosen) => onChange({ index, unit: chosen })}
      />
    );
  }
  if (!isTime(kind, field) || (date_order === null && !fault)) return null;
  return (
    <Select
      w={selectWidth}
      maw="100%"
      aria-label={`Dates of ${nameOf(column)}`}
      data={dateOrders.map((value) => ({ value, label: orderWords[value] }))}
      placeholder="Choose"
      disabled={isBusy}
      error={fault ? "Can be read in two ways." : undefined}
      value={date_order}
      onChange={(chosen) => onChange({ index, date_order: chosen })}
    />
  );
}

function nameOf({ header, index }: ListColumn): string {
  return header === "" ? `Column ${index + 1}` : header;
}
