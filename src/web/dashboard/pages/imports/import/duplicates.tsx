import { Button, Text } from "@mantine/core";
import type { ImportRowView } from "@/delivery/orders/imports/row-schema.ts";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import { get } from "@/web/browser/api.ts";
import { DriverLink, ShipmentLink } from "../../../components/links.tsx";
import { type Column, DataTable } from "../../../components/list-table.tsx";
import { ActionProblem } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { useEnvironment } from "../../../environment.ts";
import { rowTitle } from "./row-name.ts";
import { usePatchImport, useRows } from "./use-import.ts";

/** Rows that are there already. Each is left out until somebody takes it. */
export function Duplicates({ list }: { list: ImportView }) {
  const environment = useEnvironment();
  const page = useRows(list, "duplicate");
  const { mutate, error, isPending } = usePatchImport(list);
  const rows = page?.data ?? [];
  if (rows.length === 0) return null;
  const isBusy = isPending || list.status === "checking";
  const take = async (row: number) => mutate({ take_duplicates: [...(await readTaken()), row] });
  /** The request replaces what was taken before. */
  async function readTaken(): Promise<number[]> {
    const taken: number[] = [];
    let cursor: string | undefined;
    do {
      const query = { status: "valid", limit: 100, cursor };
      const read = await get(`/platform/imports/${list.id}/rows`, { environment, query });
      taken.push(...read.data.filter(({ duplicate_of }) => duplicate_of !== null).map(({ row }) => row));
      cursor = read.next_cursor ?? undefined;
    } while (cursor !== undefined);
    return taken;
  }
  const columns: readonly Column<ImportRowView>[] = [
    { title: "Row", main: true, cell: (row) => rowTitle(list, row) },
    { title: "Same as", cell: ({ duplicate_of }) => <SameAs of={duplicate_of} /> },
    {
      title: "Actions",
      actions: true,
      cell: ({ row }) => (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          aria-label={`Take row ${row}`}
          onClick={() => void take(row)}
        >
          Take
        </Button>
      ),
    },
  ];
  return (
    <Section
      title="Duplicates"
      lead="These are left out. Take those that are meant twice."
      action={
        <Button variant="default" disabled={isBusy} onClick={() => mutate({ take_duplicates: "all" })}>
          Take all {list.duplicates}
        </Button>
      }
    >
      <ActionProblem problem={error} />
      <DataTable label="Duplicates" columns={columns} keyOf={({ row }) => String(row)} rows={rows} />
    </Section>
  );
}

function SameAs({ of }: { of: ImportRowView["duplicate_of"] }) {
  const environment = useEnvironment();
  if (of === null) return null;
  if (of.row !== null) return <Text size="sm">Row {of.row}</Text>;
  if (of.driver_id !== null)
    return (
      <DriverLink environment={environment} id={of.driver_id}>
        A driver that is there
      </DriverLink>
    );
  if (of.shipment_id === null) return <Text size="sm">A contact that is there</Text>;
  return (
    <ShipmentLink environment={environment} id={of.shipment_id}>
      A shipment of the same day
    </ShipmentLink>
  );
}
