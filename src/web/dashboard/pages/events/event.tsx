import { Button } from "@mantine/core";
import { IconRotate, IconSend } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { type Envelope, eventDescriptions, eventTypes } from "@/messaging/events/event.ts";
import { DeliveryStatus } from "../../components/delivery-status.tsx";
import { Empty } from "../../components/empty.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { shortId } from "../../components/identifier.tsx";
import { DeliveryLink, ShipmentLink } from "../../components/links.tsx";
import { ListTable } from "../../components/list-table.tsx";
import { ObjectError } from "../../components/object-error.tsx";
import { Page } from "../../components/page.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { Section } from "../../components/section.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { Snippet } from "../../components/snippet.tsx";
import { Time } from "../../components/time.tsx";
import { useEnvironment } from "../../environment.ts";
import { useList, useRead } from "../../queries.ts";
import { refetchDelayMs } from "../webhooks/due.ts";
import { namesOf, useEndpoints } from "../webhooks/endpoints.ts";
import { shipmentNames, shipmentOf } from "./about.ts";
import { ResendEvent } from "./resend-event.tsx";

const route = getRouteApi("/$environment/events/$eventId");

export function EventPage() {
  const environment = useEnvironment();
  const { eventId } = route.useParams();
  const { data: event, error } = useRead(`/platform/events/${eventId}`, { environment });
  const endpoints = useEndpoints(environment);
  const [isResending, setIsResending] = useState(false);
  if (error && !event) return <ObjectError problem={error} kind="event" />;
  if (!event) return <PageSkeleton />;
  const type = eventTypes.find((known) => known === event.type);
  return (
    <Page
      title={event.type}
      windowName={`${event.type} ${shortId(event.id)}`}
      lead={type && eventDescriptions[type].replaceAll("`", "")}
      action={
        <Permitted needs={["webhooks:write"]}>
          <Button leftSection={<IconRotate size={18} />} onClick={() => setIsResending(true)}>
            Resend…
          </Button>
        </Permitted>
      }
    >
      <Section title="Event">
        <EventFacts event={event} />
      </Section>
      <Permitted needs={["webhooks:read"]}>
        <Deliveries event={event} names={namesOf(endpoints)} />
      </Permitted>
      <Snippet label="Payload" text={JSON.stringify(event, null, 2)} />
      {isResending && (
        <ResendEvent event={event} endpoints={endpoints} onClose={() => setIsResending(false)} />
      )}
    </Page>
  );
}

function EventFacts({ event }: { event: Envelope }) {
  const shipmentId = shipmentOf(event);
  const { id, environment, timestamp, data } = event;
  return (
    <Facts>
      <Fact label="ID" isCode>
        {id}
      </Fact>
      <Fact label="Time">
        <Time at={timestamp} />
      </Fact>
      {shipmentId && (
        <Fact label="Shipment">
          <ShipmentLink environment={environment} id={shipmentId} inherit>
            {shipmentNames([event]).get(shipmentId) ?? shipmentId}
          </ShipmentLink>
        </Fact>
      )}
      {typeof data.sequence === "number" && <Fact label="Sequence">{data.sequence}</Fact>}
    </Facts>
  );
}

/** How the event fared at each endpoint. */
function Deliveries({ event, names }: { event: Envelope; names: ReadonlyMap<string, string> }) {
  const { environment, id } = event;
  const deliveries = useList(`/platform/events/${id}/deliveries`, {
    environment,
    refetchInterval: ({ data }) => refetchDelayMs(data),
  });
  return (
    <ListTable
      list={deliveries}
      label="Deliveries of the event"
      keyOf={({ id }) => id}
      columns={[
        {
          title: "Endpoint",
          main: true,
          cell: ({ id, webhook_id }) => (
            <DeliveryLink environment={environment} id={id} endpointId={webhook_id} fw={600} fz="sm">
              {names.get(webhook_id) ?? webhook_id}
            </DeliveryLink>
          ),
        },
        { title: "Status", badge: true, cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
        { title: "Attempts", align: "right", cell: ({ attempt_count }) => attempt_count },
        { title: "Delivered", cell: ({ delivered_at }) => <Time at={delivered_at} /> },
        { title: "Next attempt", cell: ({ next_attempt_at }) => <Time at={next_attempt_at} /> },
      ]}
      empty={
        <Empty icon={IconSend} title="No deliveries">
          No endpoint subscribed to this type when the event happened. Use Resend to send it to one.
        </Empty>
      }
    />
  );
}
