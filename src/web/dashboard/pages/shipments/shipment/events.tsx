import { Accordion, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { ShipmentView } from "@/delivery/lifecycle/state/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import type { Envelope } from "@/messaging/events/event.ts";
import { DeliveryStatus } from "../../../components/delivery-status.tsx";
import { Identifier } from "../../../components/identifier.tsx";
import { DeliveryLink, EventLink } from "../../../components/links.tsx";
import { ProblemAlert } from "../../../components/problem.tsx";
import { Section } from "../../../components/section.tsx";
import { humanize } from "../../../format.ts";
import { useRead } from "../../../queries.ts";
import { refetchDelayMs } from "../../webhooks/due.ts";
import { namesOf, useEndpoints } from "../../webhooks/endpoints.ts";
import { Moment } from "./moment.tsx";

const eventsMax = 100;

/** The shipment's events, newest first as its timeline, and their deliveries to endpoints. */
export function Events({ shipment: { id, environment } }: { shipment: ShipmentView }) {
  const [open, setOpen] = useState<string | null>(null);
  const query = { shipment_id: id, limit: eventsMax };
  const events = useRead("/platform/events", { environment, query });
  return (
    <Section title="Events">
      <ProblemAlert problem={events.error} />
      <Accordion order={3} value={open} onChange={setOpen}>
        {events.data?.data.map((event) => (
          <Accordion.Item key={event.id} value={event.id}>
            <Accordion.Control>
              <Group justify="space-between" gap="xs" pr="sm">
                <Text size="sm" ff="monospace">
                  {event.type}
                </Text>
                <Text size="xs" c="dimmed">
                  {substatusOf(event)}
                  <Moment at={event.timestamp} />
                </Text>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              {open === event.id && (
                <Stack gap="sm">
                  <Deliveries environment={environment} eventId={event.id} />
                  <EventLink environment={environment} id={event.id} fz="sm">
                    Open event
                  </EventLink>
                </Stack>
              )}
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Section>
  );
}

/** Tells events of the same type apart. */
function substatusOf({ type, data }: Envelope): string {
  const { substatus } = data;
  const isTelling = type === "tracking.substatus_changed" && typeof substatus === "string";
  return isTelling ? `${humanize(substatus)}, ` : "";
}

function Deliveries({ environment, eventId }: { environment: Environment; eventId: string }) {
  const path = `/platform/events/${eventId}/deliveries` as const;
  const deliveries = useRead(path, {
    environment,
    refetchInterval: ({ data }) => refetchDelayMs(data),
  });
  const names = namesOf(useEndpoints(environment));
  if (deliveries.error && !deliveries.data) return <ProblemAlert problem={deliveries.error} />;
  if (deliveries.data?.data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No endpoint subscribes to this event.
      </Text>
    );
  }
  return (
    <Stack gap="xs" aria-busy={deliveries.data === undefined || undefined}>
      {deliveries.data?.data.map((delivery) => (
        <Group key={delivery.id} gap="sm">
          <DeliveryStatus delivery={delivery} />
          <Text size="sm" className="wrapping">
            {delivery.attempt_count === 1 ? "1 attempt" : `${delivery.attempt_count} attempts`} to{" "}
            {names.get(delivery.webhook_id) ?? <Identifier id={delivery.webhook_id} />}
          </Text>
          <DeliveryLink environment={environment} id={delivery.id} endpointId={delivery.webhook_id} fz="sm">
            Requests and responses
          </DeliveryLink>
        </Group>
      ))}
    </Stack>
  );
}
