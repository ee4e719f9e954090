import { Anchor, Group, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { StatisticsView } from "../../../deliveries/schema.ts";
import type { WebhookView } from "../../../webhooks/schema.ts";
import type { ListPage } from "../../api.ts";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { shareInFigures } from "../../figures.ts";
import { useRead, useReads } from "../../queries.ts";

/** The newest ones; how each does is a request of its own. */
const lookedAt = 8;

/** Endpoints that do not take what they are told. */
export function Endpoints() {
  const environment = useEnvironment();
  const endpoints = useRead<ListPage<WebhookView>>("/platform/webhooks", {
    environment,
    query: { limit: lookedAt },
  });
  const all = endpoints.data?.data ?? [];
  const statistics = useReads<StatisticsView>(
    all.map(({ id }) => `/platform/webhooks/${id}/statistics`),
    environment,
  );
  const isLoading = endpoints.isPending || statistics.some(({ isPending }) => isPending);
  const failing = all.flatMap((endpoint, index) => toFailing(endpoint, statistics[index]?.data));
  return (
    <Section title="Endpoints" lead="Those that failed in the last 24 hours.">
      <ProblemAlert problem={endpoints.data ? null : endpoints.error} />
      {isLoading && <Skeleton h={48} aria-busy="true" />}
      {!isLoading && endpoints.data && failing.length === 0 && (
        <Text size="sm" c="dimmed">
          {all.length === 0 ? "No endpoint is registered yet." : "All is well: none failed."}
        </Text>
      )}
      {!isLoading && failing.map((one) => <FailingEndpoint key={one.endpoint.id} failing={one} />)}
    </Section>
  );
}

interface Failing {
  endpoint: WebhookView;
  /** Why it is here. */
  says: string;
  lastSuccessAt: string | null;
}

const disabledWords = {
  failures: "Disabled after too many failures",
  gone: "Disabled: it answered 410 Gone",
} as const;

/** One, or none if all is well with it. What its owner disabled is as it should be. */
function toFailing(endpoint: WebhookView, statistics: StatisticsView | undefined): Failing[] {
  const lastSuccessAt = statistics?.last_success_at ?? null;
  const reason = endpoint.disabled_reason;
  if (reason === "owner") return [];
  if (reason !== null) return [{ endpoint, says: disabledWords[reason], lastSuccessAt }];
  const { attempts = 0, results = {} } = statistics ?? {};
  const failed = attempts - (results.success ?? 0);
  if (failed === 0) return [];
  return [{ endpoint, says: `${shareInFigures(failed, attempts)} of attempts failed`, lastSuccessAt }];
}

function FailingEndpoint({ failing: { endpoint, says, lastSuccessAt } }: { failing: Failing }) {
  const { id: webhookId, environment } = endpoint;
  return (
    <Stack gap={4}>
      <Anchor
        size="sm"
        fw={600}
        truncate
        title={endpoint.url}
        renderRoot={(props) => (
          <Link to="/$environment/webhooks/$webhookId" params={{ environment, webhookId }} {...props} />
        )}
      >
        {endpoint.description ?? endpoint.url}
      </Anchor>
      <Group gap="xs">
        <StatusBadge tone={endpoint.enabled ? "warn" : "bad"}>{says}</StatusBadge>
        <Text size="xs" c="dimmed">
          Last success: <Time at={lastSuccessAt} none="none in 30 days" />
        </Text>
      </Group>
    </Stack>
  );
}
