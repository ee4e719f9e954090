import { Group, Stack, Text } from "@mantine/core";
import type { OperatorAccountDetailView, OperatorEndpointView } from "@/operator/account-schema.ts";
import { Fact, Facts } from "../../components/facts.tsx";
import { LimitMeters } from "../../components/limit-meters.tsx";
import type { Column } from "../../components/list-table.tsx";
import { Section } from "../../components/section.tsx";
import { ShortTable } from "../../components/short-table.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { formatBytes, formatCount, formatPercent, humanize } from "../../format.ts";
import { environmentLooks } from "../../theme.ts";

type Figures = OperatorAccountDetailView["environments"][number];

/** What an account has in an environment: shipments, endpoints, and how much of its limits it uses. */
export function AccountEnvironment({
  account,
  figures,
}: {
  account: OperatorAccountDetailView;
  figures: Figures;
}) {
  const { environment, shipments, endpoints } = figures;
  const counted = Object.entries(shipments).filter(([, count]) => count > 0);
  return (
    <Section title={environmentLooks[environment].word}>
      <Limits account={account} figures={figures} />
      <Text size="sm" fw={600}>
        Shipments
      </Text>
      {counted.length === 0 ? (
        <Text size="sm" c="dimmed">
          None
        </Text>
      ) : (
        <Facts>
          {counted.map(([status, count]) => (
            <Fact key={status} label={humanize(status)}>
              {formatCount(count)}
            </Fact>
          ))}
        </Facts>
      )}
      <Text size="sm" fw={600}>
        Webhook endpoints
      </Text>
      <Endpoints endpoints={endpoints} label={`Webhook endpoints (${environment})`} />
    </Section>
  );
}

function Limits({ account: { limits }, figures }: { account: OperatorAccountDetailView; figures: Figures }) {
  const { requests_today: requests, requests_left_today: left, stored_bytes: stored } = figures;
  if (limits === null || left === null) {
    return (
      <Group gap="lg">
        <Text size="sm">{formatCount(requests)} requests today</Text>
        <Text size="sm">{formatBytes(stored)} stored</Text>
        <Text size="sm" c="dimmed">
          No limits
        </Text>
      </Group>
    );
  }
  return (
    <Stack gap="xs">
      <LimitMeters limits={limits} requestsLeft={left} storedBytes={stored} />
    </Stack>
  );
}

const columns: readonly Column<OperatorEndpointView>[] = [
  { title: "Endpoint", main: true, cell: ({ name }) => name },
  { title: "Status", badge: true, cell: (endpoint) => <EndpointState endpoint={endpoint} /> },
  { title: "Succeeded (24 h)", cell: ({ succeeded, attempts }) => formatPercent(succeeded, attempts) },
  { title: "Waiting", cell: ({ waiting }) => formatCount(waiting) },
];

function Endpoints({ endpoints, label }: { endpoints: readonly OperatorEndpointView[]; label: string }) {
  return <ShortTable label={label} columns={columns} keyOf={({ id }) => id} rows={endpoints} />;
}

function EndpointState({ endpoint: { disabled_reason, failing_since } }: { endpoint: OperatorEndpointView }) {
  if (disabled_reason === "owner") return <StatusBadge tone="quiet">Disabled</StatusBadge>;
  if (disabled_reason !== null) return <StatusBadge tone="bad">Disabled: it failed</StatusBadge>;
  if (failing_since !== null) return <StatusBadge tone="bad">Failing</StatusBadge>;
  return <StatusBadge tone="good">Enabled</StatusBadge>;
}
