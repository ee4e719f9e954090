import { Card, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import type { ImportRowView } from "@/delivery/orders/imports/row-schema.ts";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import { capitalized } from "@/infra/text/words.ts";
import { patch } from "@/web/browser/api.ts";
import { ActionProblem } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useAction } from "../../../queries.ts";
import { fieldLabel } from "./fields.ts";
import { rowName } from "./row-name.ts";
import { useRows } from "./use-import.ts";

/** The rows that cannot be created, each with the cells that are wrong. What somebody types there is checked at once. */
export function Faults({ list }: { list: ImportView }) {
  const page = useRows(list, "faulty");
  const rows = (page?.data ?? [])
    .map((row) => ({ ...row, faults: ownFaults(list, row) }))
    .filter(({ faults }) => faults.length > 0);
  if (rows.length === 0) return null;
  return (
    <Section
      title="To correct"
      lead="Type what is right and press Enter, or leave a row as it is: it is left out."
    >
      <Stack gap="sm">
        {rows.map((row) => (
          <FaultyRow key={row.row} list={list} row={row} />
        ))}
      </Stack>
      {page?.next_cursor && (
        <Text size="sm" c="dimmed">
          The first {rows.length} rows are shown. The others follow when these are right.
        </Text>
      )}
    </Section>
  );
}

/** Without those of the whole list, which stand above all rows. */
function ownFaults({ faults }: ImportView, row: ImportRowView): ImportRowView["faults"] {
  const ofAll = faults.filter((each) => each.row === null);
  return row.faults.filter(
    ({ field, code }) => !ofAll.some((each) => each.field === field && each.code === code),
  );
}

function FaultyRow({ list, row }: { list: ImportView; row: ImportRowView }) {
  const fields = row.faults.filter(({ field }, place) => field === null || isFirst(row, field, place));
  return (
    <Card withBorder padding="md" component="section" aria-label={`Row ${row.row}`}>
      <Stack gap="xs">
        <Text size="sm" fw={600} className="wrapping">
          Row {row.row}
          {rowName(list, row) !== "" && ` · ${rowName(list, row)}`}
        </Text>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
          {fields.map(({ field, column, code, detail }) =>
            field === null ? (
              <Text key={code} size="sm" c="var(--mantine-color-error)">
                {sentenceOf(detail)}
              </Text>
            ) : (
              <Correction
                key={`${field} ${detail}`}
                list={list}
                row={row.row}
                field={field}
                detail={detail}
                before={row.values?.[field] ?? (column === null ? "" : (row.cells?.[column] ?? ""))}
              />
            ),
          )}
        </SimpleGrid>
      </Stack>
    </Card>
  );
}

function isFirst({ faults }: ImportRowView, field: string, place: number): boolean {
  return faults.findIndex((each) => each.field === field) === place;
}

interface CorrectionProps {
  list: ImportView;
  row: number;
  field: string;
  detail: string;
  before: string;
}

/** A cell: what it says, what is wrong with it, and what stands there instead. */
function Correction({ list, row, field, detail, before }: CorrectionProps) {
  const environment = useEnvironment();
  const path = `/platform/imports/${list.id}/rows/${String(row)}` as const;
  const [text, setText] = useState(before);
  const { mutate, error, isPending } = useAction(
    (value: string) => patch(path, { values: { [field]: value } }, { environment }),
    { changes: [`/platform/imports/${list.id}`] },
  );
  const save = () => {
    if (text !== before && !isPending) mutate(text);
  };
  return (
    <div>
      <TextInput
        label={fieldLabel(list.kind, field)}
        value={text}
        error={sentenceOf(detail)}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={save}
        onKeyDown={({ key }: KeyboardEvent) => key === "Enter" && save()}
      />
      <ActionProblem problem={error} />
    </div>
  );
}

function sentenceOf(detail: string): string {
  return `${capitalized(detail).replace(/\.$/, "")}.`;
}
