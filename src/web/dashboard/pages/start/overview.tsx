import { Anchor, Box, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { UsageView } from "@/access/usage/schema.ts";
import { useLazy } from "../../components/lazy.ts";
import { Permitted } from "../../components/permitted.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { TierLimits } from "../../components/tier-limits.tsx";
import { type Tile, Tiles } from "../../components/tiles.tsx";
import { useEnvironment } from "../../environment.ts";
import { formatCount, formatMs, formatPercent } from "../../format.ts";
import { useRead } from "../../queries.ts";
import { RequestsChart } from "../usage/requests-chart.tsx";
import { FailingEndpoints } from "./endpoints.tsx";
import { DeliveriesChart, ShipmentsChart } from "./outcomes.tsx";
import { sinceFirstUse, useRecentUsage } from "./recent-usage.ts";
import { UnderWay } from "./under-way.tsx";

const ordersEveryMs = 15_000;

/**
 * The account at a glance: what needs somebody first.
 * @param isDeveloper whether the account is there for a program; others see its figures once a program has called
 */
export function Overview({ isDeveloper }: { isDeveloper: boolean }) {
  const environment = useEnvironment();
  const usage = useRecentUsage(environment);
  if (usage.error && !usage.data) return <ProblemAlert problem={usage.error} />;
  const byDay = usage.data && sinceFirstUse(usage.data);
  const showsProgram = isDeveloper || (usage.data?.totals.requests ?? 0) > 0;
  return (
    <Stack gap="lg">
      <Permitted needs={["webhooks:read"]}>
        <FailingEndpoints />
      </Permitted>
      <Permitted needs={["shipments:read"]}>
        <OrdersWaiting />
      </Permitted>
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          Last 30 days
        </Text>
        <Tiles tiles={tilesOf(usage.data, showsProgram)} isLoading={usage.isPending} />
      </Stack>
      {showsProgram && (
        <Section title="Requests" lead="API requests per day." action={<AllUsage />}>
          {byDay ? <RequestsChart usage={byDay} /> : <ChartSkeleton />}
        </Section>
      )}
      <Box className="two-columns">
        <UnderWay />
        <Section title="Shipment outcomes" lead="By day. For expired shipments you can request new quotes.">
          {byDay ? <ShipmentsChart usage={byDay} /> : <ChartSkeleton />}
        </Section>
        {showsProgram && (
          <Section title="Webhook deliveries" lead="Deliveries to your endpoints, by day.">
            {byDay ? <DeliveriesChart usage={byDay} /> : <ChartSkeleton />}
          </Section>
        )}
        <TierLimits />
      </Box>
    </Stack>
  );
}

const loadWaiting = () => import("../order-forms/waiting.tsx").then(({ WaitingOrders }) => WaitingOrders);

/** Loads once an order waits: most accounts have no order form. */
function OrdersWaiting() {
  const environment = useEnvironment();
  const { data } = useRead("/platform/order-requests", {
    environment,
    query: { state: "waiting", limit: 1 },
    refetchInterval: ordersEveryMs,
  });
  const Waiting = useLazy(data !== undefined && data.data.length > 0, loadWaiting);
  return Waiting && <Waiting />;
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

function tilesOf(usage: UsageView | undefined, showsProgram: boolean): readonly Tile[] {
  const { requests = 0, errors = 0, p95_ms = null } = usage?.totals ?? {};
  const { created = 0, delivered = 0 } = usage?.shipments ?? {};
  const { delivered: deliveredWebhooks = 0, failed = 0 } = usage?.deliveries ?? {};
  const shipments = {
    label: "Shipments",
    value: formatCount(created),
    note: `${formatCount(delivered)} delivered`,
  };
  if (!showsProgram) return [shipments];
  return [
    {
      label: "Requests",
      value: formatCount(requests),
      note: requests === 0 ? "made with API keys" : `p95 ${formatMs(p95_ms)}`,
    },
    {
      label: "Errors",
      value: formatPercent(errors, requests),
      note: `${formatCount(errors)} requests`,
    },
    shipments,
    {
      label: "Webhook deliveries",
      value: formatCount(deliveredWebhooks),
      note: `${formatCount(failed)} failed`,
    },
  ];
}
