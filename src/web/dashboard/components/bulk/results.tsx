import { Button, Card, Group, Stack, Text } from "@mantine/core";
import type { Tone } from "../../theme.ts";
import { type Column, DataTable } from "../list-table.tsx";
import { StatusBadge } from "../status-badge.tsx";

export interface Result {
  id: string;
  name: string;
  tone: Tone;
  word: string;
  detail: string;
}

const columns: readonly Column<Result>[] = [
  { title: "Shipment", main: true, cell: ({ name }) => name },
  { title: "Result", badge: true, cell: ({ tone, word }) => <StatusBadge tone={tone}>{word}</StatusBadge> },
  { title: "Details", isSentence: true, cell: ({ detail }) => detail },
];

/** A row for each shipment: what became of it. */
export function Results({ label, results }: { label: string; results: readonly Result[] }) {
  return (
    <Card withBorder padding={0}>
      <DataTable label={label} columns={columns} keyOf={({ id }) => id} rows={results} />
    </Card>
  );
}

/** What is left to do after it: read, and close. */
export function Outcome({ results, onClose }: { results: readonly Result[]; onClose: () => void }) {
  const done = results.filter(({ tone }) => tone === "good" || tone === "busy").length;
  return (
    <Stack>
      <Text size="sm" role="status">
        {done} of {results.length} done.{done < results.length && " The others stay selected."}
      </Text>
      <Results label="Results" results={results} />
      <Group justify="end">
        <Button onClick={onClose}>Close</Button>
      </Group>
    </Stack>
  );
}
