import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ImportRowView } from "@/delivery/orders/imports/row-schema.ts";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import { DriverLink, ShipmentLink } from "../../../components/links.tsx";
import { type Column, ListTable } from "../../../components/list-table.tsx";
import { StatusBadge } from "../../../components/status-badge.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useList } from "../../../queries.ts";
import type { Tone } from "../../../theme.ts";
import { busyEveryMs } from "../words.ts";
import { fieldLabel } from "./fields.ts";
import { rowName, rowTitle } from "./row-name.ts";

const words: Record<string, { word: string; tone: Tone }> = {
  pending: { word: "Waiting", tone: "busy" },
  created: { word: "Created", tone: "good" },
  failed: { word: "Failed", tone: "bad" },
  duplicate: { word: "Left out", tone: "quiet" },
  faulty: { word: "Left out", tone: "quiet" },
};

/** What became of each row. */
export function Results({ list }: { list: ImportView }) {
  const environment = useEnvironment();
  const rows = useList(`/platform/imports/${list.id}/rows`, {
    environment,
    refetchInterval: ({ data }) => data.some(({ status }) => status === "pending") && busyEveryMs,
  });
  const columns: readonly Column<ImportRowView>[] = [
    { title: "Row", main: true, cell: (row) => <RowLink list={list} row={row} /> },
    {
      title: "Result",
      badge: true,
      cell: ({ status }) => (
        <StatusBadge tone={words[status]?.tone ?? "quiet"}>{words[status]?.word ?? status}</StatusBadge>
      ),
    },
    { title: "Details", isSentence: true, cell: (row) => row.problem?.detail ?? reasonOf(list, row) },
  ];
  return (
    <ListTable
      list={rows}
      label="Rows"
      keyOf={({ row }) => String(row)}
      columns={columns}
      empty={
        <Text size="sm" c="dimmed">
          The rows were erased.
        </Text>
      }
    />
  );
}

/** Why a row was left out. */
function reasonOf({ kind }: ImportView, { status, faults: [first] }: ImportRowView): string {
  if (status === "duplicate") return "It is a duplicate that nobody took.";
  if (status !== "faulty" || !first) return "";
  return `${first.field === null ? "The row" : fieldLabel(kind, first.field)} ${first.detail.replace(/\.$/, "")}.`;
}

function RowLink({ list, row }: { list: ImportView; row: ImportRowView }) {
  const environment = useEnvironment();
  const name = rowTitle(list, row);
  if (row.shipment_id !== null)
    return (
      <ShipmentLink environment={environment} id={row.shipment_id}>
        {name}
      </ShipmentLink>
    );
  if (row.driver_id !== null)
    return (
      <DriverLink environment={environment} id={row.driver_id}>
        {name}
      </DriverLink>
    );
  if (row.contact_id !== null)
    return (
      <Anchor
        renderRoot={(props) => (
          <Link
            to="/$environment/contacts"
            params={{ environment }}
            search={{ q: rowName(list, row) }}
            {...props}
          />
        )}
      >
        {name}
      </Anchor>
    );
  return name;
}
