import { Button, Stack, Text } from "@mantine/core";
import { IconPlus, IconWebhook } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { StatisticsView } from "@/messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { Empty } from "../../components/empty.tsx";
import { EndpointLink } from "../../components/links.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { Page } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { useEnvironment } from "../../environment.ts";
import { formatMs } from "../../format.ts";
import { useList, useRead } from "../../queries.ts";
import { EndpointState } from "./endpoint-state.tsx";
import { nameOf } from "./endpoints.ts";
import { formatSuccessRate, formatWaiting } from "./figures.ts";
import { ListenHint } from "./listen-hint.tsx";

export function WebhooksPage() {
  const environment = useEnvironment();
  const webhooks = useList("/platform/webhooks", { environment });
  const addButton = (
    <Permitted needs={["webhooks:write"]}>
      <Button
        leftSection={<IconPlus size={18} />}
        renderRoot={(props) => <Link to="/$environment/webhooks/new" params={{ environment }} {...props} />}
      >
        Add endpoint
      </Button>
    </Permitted>
  );
  return (
    <Page title="Webhooks" lead="Waybill sends signed events to these endpoints." action={addButton}>
      <Stack>
        <ListTable
          list={webhooks}
          label="Webhook endpoints"
          keyOf={({ id }) => id}
          columns={[
            { title: "Endpoint", main: true, cell: (webhook) => <Name webhook={webhook} /> },
            { title: "Status", badge: true, cell: (webhook) => <EndpointState webhook={webhook} /> },
            { title: "Events", cell: ({ events }) => subscriptionOf(events) },
            {
              title: "Success rate (24 h)",
              align: "right",
              cell: (webhook) => <Figure of={webhook} show={formatSuccessRate} />,
            },
            {
              title: "p95",
              align: "right",
              cell: (webhook) => <Figure of={webhook} show={({ p95_ms }) => formatMs(p95_ms)} />,
            },
            {
              title: "Waiting",
              align: "right",
              cell: (webhook) => <Figure of={webhook} show={formatWaiting} />,
            },
          ]}
          empty={
            <Empty icon={IconWebhook} title="No endpoints yet" action={addButton}>
              Add the URL of your program. Waybill sends it the events that you choose.
            </Empty>
          }
        />
        {environment === "sandbox" && <ListenHint />}
      </Stack>
    </Page>
  );
}

function Name({ webhook }: { webhook: WebhookView }) {
  const { id, environment, url } = webhook;
  return (
    <>
      <EndpointLink environment={environment} id={id} fw={600} fz="sm">
        {nameOf(webhook)}
      </EndpointLink>
      <Text size="xs" c="dimmed" maw={280} truncate title={url}>
        {url}
      </Text>
    </>
  );
}

function subscriptionOf(events: readonly string[]): string {
  if (events.includes("*")) return "All events";
  return events.length === 1 ? String(events[0]) : `${events.length} types`;
}

/** One figure of the last 24 hours; the cells of an endpoint share one request. */
function Figure({ of, show }: { of: WebhookView; show: (statistics: StatisticsView) => string }) {
  const { data } = useRead(`/platform/webhooks/${of.id}/statistics`, {
    environment: of.environment,
  });
  return data === undefined ? "…" : show(data);
}
