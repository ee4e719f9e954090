import { Button } from "@mantine/core";
import { IconRotate } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import type { DeliveryWithAttempts } from "@/messaging/webhooks/deliveries/schema.ts";
import { post } from "../../../browser/api.ts";
import { DeliveryStatus } from "../../components/delivery-status.tsx";
import { Fact, Facts } from "../../components/facts.tsx";
import { shortId } from "../../components/identifier.tsx";
import { EventLink, ShipmentLink } from "../../components/links.tsx";
import { Notice } from "../../components/notice.tsx";
import { Permitted } from "../../components/permitted.tsx";
import { ActionProblem, ProblemAlert } from "../../components/problem.tsx";
import { Section } from "../../components/section.tsx";
import { PageSkeleton } from "../../components/skeleton.tsx";
import { Time } from "../../components/time.tsx";
import { useAction, useRead } from "../../queries.ts";
import { useAsWindowName } from "../../window-name.ts";
import { Attempts } from "./attempts.tsx";
import { refetchDelayMs } from "./due.ts";
import { endpointChanges, useEndpoint } from "./endpoints.ts";

const route = getRouteApi("/$environment/webhooks/$webhookId/deliveries/$deliveryId");

export function WebhookDeliveryPage() {
  const { environment, path } = useEndpoint();
  const { deliveryId } = route.useParams();
  const { data: delivery, error } = useRead(`${path}/deliveries/${deliveryId}`, {
    environment,
    refetchInterval: (data) => refetchDelayMs([data]),
  });
  useAsWindowName(delivery && `${delivery.event_type} ${shortId(delivery.id)}`);
  if (error && !delivery) return <ProblemAlert problem={error} />;
  if (!delivery) return <PageSkeleton />;
  return (
    <>
      <Summary delivery={delivery} />
      {delivery.attempts.length === 0 ? (
        <Notice tone="busy" role="status">
          No attempts yet.
        </Notice>
      ) : (
        <Attempts attempts={delivery.attempts} />
      )}
    </>
  );
}

function Summary({ delivery }: { delivery: DeliveryWithAttempts }) {
  const { environment, path } = useEndpoint();
  const { id, event_id, event_type, shipment_id, status } = delivery;
  const retry = useAction(
    (_input: undefined, idempotencyKey) =>
      post(`${path}/deliveries/${id}/retry`, undefined, { environment, idempotencyKey }),
    { changes: endpointChanges, success: "Sending the delivery again." },
  );
  return (
    <Section
      title={event_type}
      action={
        <Permitted needs={["webhooks:write"]}>
          <Button
            variant="default"
            leftSection={<IconRotate size={18} />}
            loading={retry.isPending}
            onClick={() => retry.mutate(undefined)}
          >
            {status === "failed" ? "Retry now" : "Resend now"}
          </Button>
        </Permitted>
      }
    >
      <ActionProblem problem={retry.error} />
      <Facts>
        <Fact label="Status">
          <span role="status">
            <DeliveryStatus delivery={delivery} />
          </span>
        </Fact>
        <Fact label="Delivery" isCode>
          {id}
        </Fact>
        <Fact label="Event">
          <EventLink environment={environment} id={event_id} inherit>
            {event_id}
          </EventLink>
        </Fact>
        {shipment_id && (
          <Fact label="Shipment">
            <ShipmentLink environment={environment} id={shipment_id} inherit>
              {shipment_id}
            </ShipmentLink>
          </Fact>
        )}
        <Fact label="Created">
          <Time at={delivery.created_at} />
        </Fact>
        <Fact label="Delivered">
          <Time at={delivery.delivered_at} />
        </Fact>
        <Fact label="Next attempt">
          <Time at={delivery.next_attempt_at} none="None" />
        </Fact>
      </Facts>
    </Section>
  );
}
