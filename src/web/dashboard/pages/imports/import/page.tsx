import { Anchor, Button, Group, Progress, Stack, Text } from "@mantine/core";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ImportView } from "@/delivery/orders/imports/schema.ts";
import { Notice } from "../../../components/notice.tsx";
import { ObjectError } from "../../../components/object-error.tsx";
import { Page } from "../../../components/page.tsx";
import { PageSkeleton } from "../../../components/skeleton.tsx";
import { useEnvironment } from "../../../environment.ts";
import { useRead } from "../../../queries.ts";
import { busyEveryMs, nameOf, rowsText } from "../words.ts";
import { Columns } from "./columns.tsx";
import { Defaults } from "./defaults.tsx";
import { Duplicates } from "./duplicates.tsx";
import { Faults } from "./faults.tsx";
import { Results } from "./results.tsx";
import { Summary } from "./summary.tsx";
import { Warnings } from "./warnings.tsx";

const route = getRouteApi("/$environment/imports/$importId");
const isBusy = ({ status }: ImportView) => status === "checking" || status === "running";

/** A list: what its columns mean, what is wrong with its rows, and what became of them. */
export function ImportPage() {
  const environment = useEnvironment();
  const { importId } = route.useParams();
  const path = `/platform/imports/${importId}` as const;
  const { data, error } = useRead(path, {
    environment,
    refetchInterval: (list) => isBusy(list) && busyEveryMs,
  });
  if (error && !data) return <ObjectError problem={error} kind="import" />;
  if (!data) return <PageSkeleton />;
  return (
    <Page title={nameOf(data)} windowName={nameOf(data)} lead={leadOf(data)} action={<Another list={data} />}>
      {data.warnings.map(({ code, detail }) => (
        <Notice key={code} tone="warn">
          {detail}
        </Notice>
      ))}
      <Body list={data} />
    </Page>
  );
}

function leadOf({ kind, rows, status }: ImportView): string {
  if (status === "checking" && rows === 0) return "Waybill reads the file.";
  return `A list of ${rowsText(rows, kind)}.`;
}

function Another({ list: { kind } }: { list: ImportView }) {
  const environment = useEnvironment();
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link to="/$environment/imports" params={{ environment }} search={{ kind }} {...props} />
      )}
    >
      Another list
    </Button>
  );
}

function Body({ list }: { list: ImportView }) {
  switch (list.status) {
    case "unreadable":
      return <Notice tone="bad">{list.problem?.detail ?? "The file cannot be read."}</Notice>;
    case "discarded":
      return <Notice tone="quiet">This list was discarded. Nothing was created.</Notice>;
    case "running":
    case "done":
      return (
        <Stack gap="lg">
          <Progressing list={list} />
          <Results list={list} />
        </Stack>
      );
    default:
      return list.columns.length === 0 ? (
        <Progress value={100} animated aria-label="Reading" />
      ) : (
        <Checked list={list} />
      );
  }
}

/** What all rows lack comes first: until it is there, each of them has faults that follow from it. */
function Checked({ list }: { list: ImportView }) {
  const isLacking = list.faults.some(({ row, column }) => row === null && column === null);
  const isOpen = list.faults.some(({ row, column }) => row === null && column !== null);
  const defaults = <Defaults key="defaults" list={list} />;
  const columns = <Columns key="columns" list={list} />;
  return (
    <Stack gap="lg">
      {[
        <Summary key="summary" list={list} />,
        isLacking && defaults,
        isOpen && columns,
        !isLacking && <Faults key="faults" list={list} />,
        <Duplicates key="duplicates" list={list} />,
        <Warnings key="warnings" list={list} />,
        !isLacking && defaults,
        !isOpen && columns,
      ]}
    </Stack>
  );
}

function Progressing({ list: { status, kind, valid, created, failed, problem } }: { list: ImportView }) {
  const environment = useEnvironment();
  const made = created + failed;
  return (
    <Stack gap="xs">
      {status === "running" && (
        <Progress value={valid === 0 ? 0 : (100 * made) / valid} aria-label="Rows that are done" />
      )}
      <Group gap="sm">
        <Text role="status" fw={600}>
          {rowsText(created, kind)} created{status === "running" && ` of ${valid}`}.
          {failed > 0 && ` ${failed} failed.`}
        </Text>
        {status === "done" && kind === "shipments" && created > 0 && (
          <Anchor
            renderRoot={(props) => <Link to="/$environment/shipments" params={{ environment }} {...props} />}
          >
            All shipments
          </Anchor>
        )}
      </Group>
      {problem && <Notice tone="bad">{problem.detail}</Notice>}
    </Stack>
  );
}
