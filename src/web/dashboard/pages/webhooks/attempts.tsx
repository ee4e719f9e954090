import { Accordion, Group, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import type { DeliveryWithAttempts } from "@/messaging/webhooks/deliveries/schema.ts";
import { Body } from "../../components/body.tsx";
import { Headers } from "../../components/headers.tsx";
import { Notice } from "../../components/notice.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { formatMs } from "../../format.ts";
import { errorLabels } from "./figures.ts";

type Attempt = DeliveryWithAttempts["attempts"][number];

/** Every attempt, newest first, with its request beside its response. The newest is open. */
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
                <Time at={attempt.attempted_at} /> · {formatMs(attempt.duration_ms)}
              </Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <Request request={attempt.request} />
              <Response attempt={attempt} />
            </SimpleGrid>
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
}

function Outcome({ attempt: { response, error } }: { attempt: Attempt }) {
  const words = [response?.status, error && errorLabels[error]].filter(Boolean).join(" · ");
  return <StatusBadge tone={error === null ? "good" : "bad"}>{words}</StatusBadge>;
}

function Request({ request }: { request: Attempt["request"] }) {
  return (
    <Stack gap="sm" miw={0}>
      <Title order={3} size="sm">
        Request
      </Title>
      <Text size="sm" ff="monospace" className="wrapping">
        POST {request.url}
      </Text>
      <Headers headers={request.headers} label="Request headers" />
      <Body label="Request body" text={request.body} none="No body" />
    </Stack>
  );
}

function Response({ attempt: { response, error, message, next_attempt_at } }: { attempt: Attempt }) {
  return (
    <Stack gap="sm" miw={0}>
      <Title order={3} size="sm">
        Response
      </Title>
      {error && (
        <Notice tone="bad">
          {errorLabels[error]}
          {message && `: ${message}`}
        </Notice>
      )}
      {response && (
        <>
          <Text size="sm" ff="monospace">
            {response.status}
          </Text>
          <Headers headers={response.headers} label="Response headers" />
          <Body label="Response body" text={response.body} none="No body" />
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
