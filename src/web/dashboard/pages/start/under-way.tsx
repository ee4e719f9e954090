import { Anchor, Skeleton, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Status } from "@/delivery/model/model.ts";
import { countedUpTo } from "@/delivery/orders/shipments/request.ts";
import type { ShipmentStatisticsView } from "@/delivery/orders/shipments/statistics-schema.ts";
import type { Environment } from "@/infra/environment.ts";
import { Meter } from "../../components/meter.tsx";
import { ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { useEnvironment } from "../../environment.ts";
import { formatCount, humanize } from "../../format.ts";
import { useRead } from "../../queries.ts";
import { statusTones } from "../../theme.ts";

/** The statuses that are not final; the chart of outcomes counts the others by day. */
const underWay = ["created", "quoted", "expired", "assigned", "in_transit", "returning"] as const;

/** Current shipments by status. */
export function UnderWay() {
  const environment = useEnvironment();
  const { data, error } = useRead("/platform/shipments/statistics", { environment });
  return (
    <Section title="Shipments by status" lead="Shipments in progress.">
      <ProblemAlert problem={data ? null : error} />
      {!data && !error && <Skeleton h={180} aria-busy="true" />}
      {data && <States environment={environment} counts={data.by_status} />}
    </Section>
  );
}

interface StatesProps {
  environment: Environment;
  counts: ShipmentStatisticsView["by_status"];
}

function States({ environment, counts }: StatesProps) {
  const states = underWay.map((status) => ({ status, count: counts[status] ?? 0 }));
  const most = Math.max(...states.map(({ count }) => count));
  if (most === 0) {
    return (
      <Text size="sm" c="dimmed">
        No shipments in progress.
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      {states.map(({ status, count }) => (
        <Meter
          key={status}
          label={humanize(status)}
          amount={`${formatCount(count)}${count === countedUpTo(status) ? " or more" : ""}`}
          share={count / most}
          tone={statusTones[status]}
        >
          <StateLink environment={environment} status={status} />
        </Meter>
      ))}
    </Stack>
  );
}

function StateLink({ environment, status }: { environment: Environment; status: Status }) {
  return (
    <Anchor
      inherit
      renderRoot={(props) => (
        <Link to="/$environment/shipments" params={{ environment }} search={{ status }} {...props} />
      )}
    >
      {humanize(status)}
    </Anchor>
  );
}
