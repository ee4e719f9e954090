import { Button, Card, Group, Stack, Table, Text } from "@mantine/core";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Tone } from "../../theme.ts";

export interface Result {
  id: string;
  name: string;
  tone: Tone;
  word: string;
  detail: string;
}

/** A row for each shipment: what became of it. */
export function Results({ label, results }: { label: string; results: readonly Result[] }) {
  return (
    <Card withBorder padding={0} className="card-table" tabIndex={0} role="region" aria-label={label}>
      <Table>
        <Table.Tbody>
          {results.map(({ id, name, tone, word, detail }) => (
            <Table.Tr key={id}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td>
                <StatusBadge tone={tone}>{word}</StatusBadge>
              </Table.Td>
              <Table.Td className="sentence">
                <Text size="sm">{detail}</Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
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
