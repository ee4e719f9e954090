import { Text } from "@mantine/core";
import { IconClipboardCheck } from "@tabler/icons-react";
import { useEffect, useMemo, useState } from "react";
import { Empty } from "../../components/empty.tsx";
import { DataTable } from "../../components/list-table.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { useMay } from "../../permissions.ts";
import { useRead } from "../../queries.ts";
import { columnsOf } from "./result-columns.tsx";
import { type Choice, type Line, linesAfter, reasons, results } from "./results.ts";
import { driverEveryMs, useDriver } from "./use-driver.ts";
import { useLines } from "./use-lines.ts";

/** What a rider without a phone wrote on the run sheet is entered here: one line a stop, by keyboard. */
export function DriverResultsPage() {
  const { data: driver } = useDriver();
  if (!driver) return null;
  if (!driver.without_phone) {
    return (
      <Empty icon={IconClipboardCheck} title="This driver reports by phone">
        Results are entered for drivers without a phone. The driver's settings say who has one.
      </Empty>
    );
  }
  return <Results key={driver.id} />;
}

function Results() {
  const { path, call, base, needing } = useDriver();
  const mayEnter = useMay(...needing("dispatch:write"));
  const { data, error } = useRead(`${path}/stops`, { ...call, refetchInterval: driverEveryMs });
  const [lines, setLines] = useState<readonly Line[]>([]);
  useEffect(() => {
    if (data) setLines((before) => linesAfter(before, data.data));
  }, [data]);
  const { send, change } = useLines({ path, base, call, setLines });
  const columns = useMemo(() => columnsOf(change, send, mayEnter), [change, send, mayEnter]);
  if (!data) return error ? <ProblemAlert problem={error} /> : <PageSkeleton />;
  if (lines.length === 0) {
    return (
      <Empty icon={IconClipboardCheck} title="No stops">
        The stops of the driver's jobs appear here, one line each.
      </Empty>
    );
  }
  return (
    <Section
      title="Enter results"
      lead="For each stop: the letter of the result, then a name, initials or the letter of the reason, then Enter. A time left empty is now. A job that was not picked up is yours to give again."
    >
      <DataTable label="Results" columns={columns} keyOf={({ stop }) => stop.id} rows={lines} />
      <Text size="xs" c="dimmed">
        {legendOf(results.delivery)}. Pickups: {legendOf(results.pickup)}. Reasons: {legendOf(reasons)}.
      </Text>
    </Section>
  );
}

/** `D Delivered, N With a neighbor`. */
const legendOf = (choices: readonly Choice[]) =>
  choices.map(({ letter, label }) => `${letter} ${label}`).join(", ");
