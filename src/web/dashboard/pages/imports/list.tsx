import { Anchor, SegmentedControl, Stack, Text } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import { importKinds } from "@/delivery/orders/imports/columns/field.ts";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import { type Column, ListTable } from "../../components/list-table.tsx";
import { Notice } from "../../components/notice.tsx";
import { Page } from "../../components/page.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { filtersOf, importFilters } from "../../filters.ts";
import { usePermissions } from "../../permissions.ts";
import { useList } from "../../queries.ts";
import { ChooseList } from "./choose.tsx";
import { kindWords, nameOf, rowsText, statusWords } from "./words.ts";

const route = getRouteApi("/$environment/imports");
const readFilters = filtersOf(importFilters);

/** Where a list is chosen or pasted, above those of the last days. */
export function ImportsPage() {
  const environment = useEnvironment();
  const navigate = route.useNavigate();
  const filters = readFilters(route.useSearch());
  const { may, refusal } = usePermissions();
  const kinds = importKinds.filter((kind) => may(...kindWords[kind].needs));
  const kind = kinds.find((each) => each === filters.kind) ?? kinds[0];
  return (
    <Page
      title="Imports"
      lead="Orders, contacts and drivers from a spreadsheet or a chat. Waybill reads the columns, and you check before anything is created."
    >
      {kind === undefined ? (
        <Notice tone="quiet">{refusal}</Notice>
      ) : (
        <Stack>
          <SegmentedControl
            aria-label="What the list has"
            value={kind}
            onChange={(chosen) => void navigate({ search: readFilters({ kind: chosen }), replace: true })}
            data={kinds.map((value) => ({ value, label: kindWords[value].title }))}
          />
          <ChooseList key={`${environment} ${kind}`} kind={kind} />
          <Earlier />
        </Stack>
      )}
    </Page>
  );
}

function Earlier() {
  const environment = useEnvironment();
  const imports = useList("/platform/imports", { environment });
  return (
    <ListTable list={imports} label="Imports" keyOf={({ id }) => id} columns={columns} empty={<None />} />
  );
}

function None() {
  return (
    <Text size="sm" c="dimmed">
      No imports yet.
    </Text>
  );
}

const columns: readonly Column<ImportView>[] = [
  { title: "List", main: true, cell: (row) => <ImportName row={row} /> },
  {
    title: "State",
    badge: true,
    cell: ({ status }) => (
      <StatusBadge tone={statusWords[status]?.tone ?? "quiet"}>
        {statusWords[status]?.word ?? status}
      </StatusBadge>
    ),
  },
  { title: "Rows", align: "right", cell: ({ rows }) => rows },
  { title: "Created", align: "right", cell: ({ created, kind }) => rowsText(created, kind) },
  { title: "Uploaded", cell: ({ created_at }) => <Time at={created_at} /> },
];

function ImportName({ row }: { row: ImportView }) {
  const environment = useEnvironment();
  return (
    <Anchor
      fw={600}
      fz="sm"
      renderRoot={(props) => (
        <Link to="/$environment/imports/$importId" params={{ environment, importId: row.id }} {...props} />
      )}
    >
      {nameOf(row)}
    </Anchor>
  );
}
