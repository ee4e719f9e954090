import { Anchor, Group, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Environment } from "@/infra/environment.ts";
import type { StatisticsView } from "@/messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { EndpointLink } from "../../components/links.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { formatPercent } from "../../format.ts";
import { useRead } from "../../queries.ts";
import { disabledLabels } from "../webhooks/endpoint-state.tsx";
import { nameOf } from "../webhooks/endpoints.ts";
import { failedOf } from "../webhooks/figures.ts";

/** The statistics of each need a request of their own. The full list is one click away. */
const shownMax = 8;

/** Endpoints with failed attempts; nothing while there is none. */
export function FailingEndpoints() {
  const environment = useEnvironment();
  const { data, error } = useRead("/platform/webhooks", {
    environment,
    query: { limit: shownMax, health: "failing" },
  });
  if (!data) return <ProblemAlert problem={error} />;
  if (data.data.length === 0) return null;
  return (
    <Section
      title="Failing endpoints"
      lead="With failures in the last 24 hours."
      action={<AllEndpoints environment={environment} />}
    >
      {data.data.map((endpoint) => (
        <FailingEndpoint key={endpoint.id} endpoint={endpoint} />
      ))}
      {data.has_more && <Text size="sm">More endpoints are failing.</Text>}
    </Section>
  );
}

function AllEndpoints({ environment }: { environment: Environment }) {
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link to="/$environment/webhooks" params={{ environment }} {...props} />}
    >
      All endpoints
    </Anchor>
  );
}

function failureText({ disabled_reason }: WebhookView, statistics: StatisticsView): string {
  if (disabled_reason !== null) return disabledLabels[disabled_reason];
  return `${formatPercent(failedOf(statistics), statistics.attempts)} of attempts failed`;
}

function FailingEndpoint({ endpoint }: { endpoint: WebhookView }) {
  const { id: webhookId, environment } = endpoint;
  const { data: statistics } = useRead(`/platform/webhooks/${webhookId}/statistics`, {
    environment,
  });
  return (
    <Stack gap={4}>
      <EndpointLink environment={environment} id={webhookId} title={endpoint.url} fz="sm" fw={600} truncate>
        {nameOf(endpoint)}
      </EndpointLink>
      {statistics ? (
        <Group gap="xs">
          <StatusBadge tone={endpoint.enabled ? "warn" : "bad"}>
            {failureText(endpoint, statistics)}
          </StatusBadge>
          <Text size="xs" c="dimmed">
            Last success: <Time at={statistics.last_success_at} none="None in 30 days" />
          </Text>
        </Group>
      ) : (
        <Skeleton h={22} aria-busy="true" />
      )}
    </Stack>
  );
}
