import { Anchor, SimpleGrid, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { UsageView } from "../../../../access/usage/schema.ts";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { TierLimits } from "../../components/tier-limits.tsx";
import { type Tile, Tiles } from "../../components/tiles.tsx";
import { useEnvironment } from "../../environment.ts";
import { countInFigures, msInFigures, shareInFigures } from "../../figures.ts";
import { RequestsChart } from "../usage/requests-chart.tsx";
import { Endpoints } from "./endpoints.tsx";
import { DeliveriesChart, ShipmentsChart } from "./outcomes.tsx";
import { useRecentUsage } from "./recent-usage.ts";
import { UnderWay } from "./under-way.tsx";

/** Whether all is well, at a glance. */
export function Overview() {
  const environment = useEnvironment();
  const usage = useRecentUsage(environment);
  if (usage.error && !usage.data) return <ProblemAlert problem={usage.error} />;
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          In the last 30 days
        </Text>
        <Tiles tiles={tilesOf(usage.data)} isLoading={usage.isPending} />
      </Stack>
      <Section title="Requests" lead="What your programs asked for with a key, by day." action={<AllUsage />}>
        {usage.data ? <RequestsChart usage={usage.data} /> : <ChartSkeleton />}
      </Section>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Stack gap="lg">
          <UnderWay />
          <TierLimits />
        </Stack>
        <Stack gap="lg">
          <Section
            title="Shipment outcomes"
            lead="By day. An expired shipment waits for you to ask for new offers."
          >
            {usage.data ? <ShipmentsChart usage={usage.data} /> : <ChartSkeleton />}
          </Section>
          <Section title="Webhook deliveries" lead="What your endpoints were told, by day.">
            {usage.data ? <DeliveriesChart usage={usage.data} /> : <ChartSkeleton />}
          </Section>
          <Endpoints />
        </Stack>
      </SimpleGrid>
    </Stack>
  );
}

function AllUsage() {
  const environment = useEnvironment();
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link to="/$environment/usage" params={{ environment }} {...props} />}
    >
      All usage
    </Anchor>
  );
}

function ChartSkeleton() {
  return <Skeleton h={260} aria-busy="true" />;
}

function tilesOf(usage: UsageView | undefined): readonly Tile[] {
  const { requests = 0, errors = 0, p95_ms = null } = usage?.totals ?? {};
  const { created = 0, delivered = 0 } = usage?.shipments ?? {};
  const { delivered: arrived = 0, failed = 0 } = usage?.deliveries ?? {};
  return [
    {
      label: "Requests",
      value: countInFigures(requests),
      note: requests === 0 ? "made with a key" : `95% within ${msInFigures(p95_ms)}`,
    },
    {
      label: "Errors",
      value: shareInFigures(errors, requests),
      note: `${countInFigures(errors)} of the requests`,
    },
    { label: "Shipments", value: countInFigures(created), note: `${countInFigures(delivered)} delivered` },
    {
      label: "Webhook deliveries",
      value: countInFigures(arrived),
      note: `${countInFigures(failed)} given up`,
    },
  ];
}
