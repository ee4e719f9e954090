import { Accordion, Group, SimpleGrid, Stack, Table, Text, Title } from "@mantine/core";
import type { DeliveryWithAttempts } from "../../../../messaging/webhooks/deliveries/schema.ts";
import { Body } from "../../components/body.tsx";
import { Notice } from "../../components/notice.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { msInFigures } from "../../figures.ts";
import { errorWords } from "./attempt-errors.ts";

type Attempt = DeliveryWithAttempts["attempts"][number];

/** Every attempt, the last one first and open: what was sent beside what came back. */
export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const newest = attempts.at(-1)?.number;
  return (
    <Accordion key={newest} defaultValue={String(newest)} variant="separated" order={2}>
      {attempts.toReversed().map((attempt) => (
        <Accordion.Item key={attempt.number} value={String(attempt.number)}>
          <Accordion.Control>
            <Group gap="sm">
              <Text fw={600}>Attempt {attempt.number}</Text>
              <Outcome attempt={attempt} />
              <Text size="sm" c="dimmed">
                <Time at={attempt.attempted_at} /> · {msInFigures(attempt.duration_ms)}
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <Sent request={attempt.request} />
              <Answered attempt={attempt} />
            </SimpleGrid>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function Outcome({ attempt: { response, error } }: { attempt: Attempt }) {
  const words = [response?.status, error && errorWords[error]].filter(Boolean).join(" · ");
  return <StatusBadge tone={error === null ? "good" : "bad"}>{words}</StatusBadge>;
}

function Sent({ request }: { request: Attempt["request"] }) {
  return (
    <Stack gap="sm" miw={0}>
      <Title order={3} size="sm">
        Request
      </Title>
      <Text size="sm" ff="monospace" className="wrapping">
        POST {request.url}
      </Text>
      <Headers headers={request.headers} label="Headers of the request" />
      <Body label="Body of the request" text={request.body} none="No body" />
    </Stack>
  );
}

function Answered({ attempt: { response, error, message, next_attempt_at } }: { attempt: Attempt }) {
  return (
    <Stack gap="sm" miw={0}>
      <Title order={3} size="sm">
        Answer
      </Title>
      {error && (
        <Notice tone="bad">
          {errorWords[error]}
          {message && `: ${message}`}
        </Notice>
      )}
      {response && (
        <>
          <Text size="sm" ff="monospace">
            {response.status}
          </Text>
          <Headers headers={response.headers} label="Headers of the answer" />
          <Body label="Body of the answer" text={response.body} none="No body" />
        </>
      )}
      {next_attempt_at && (
        <Text size="sm" c="dimmed">
          Next attempt: <Time at={next_attempt_at} />
        </Text>
      )}
    </Stack>
  );
}

function Headers({ headers, label }: { headers: Readonly<Record<string, string>>; label: string }) {
  return (
    <Table aria-label={label} layout="fixed" verticalSpacing={4} horizontalSpacing={0} className="headers">
      <Table.Tbody>
        {Object.entries(headers).map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
