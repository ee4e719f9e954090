import { Select, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { type EventType, eventDescriptions, eventTypes } from "@/messaging/events/event.ts";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { post } from "../../../browser/api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";
import { endpointChanges } from "./endpoints.ts";

interface Values extends Record<string, unknown> {
  type: EventType;
}

/** Sends a sample event, then opens its delivery. */
export function TestEvent({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { id, environment, url } = webhook;
  const navigate = useNavigate();
  const form = useForm<Values>({ initialValues: { type: "webhook.test" } });
  const send = useAction(
    (input: Values, idempotencyKey) =>
      post(`/platform/webhooks/${id}/test`, input, { environment, idempotencyKey }),
    {
      changes: endpointChanges,
      onDone: (delivery) => {
        onClose();
        void navigate({
          to: "/$environment/webhooks/$webhookId/deliveries/$deliveryId",
          params: { environment, webhookId: id, deliveryId: delivery.id },
        });
      },
    },
  );
  return (
    <Dialog onClose={onClose} title="Send test event">
      <Form form={form} send={send.mutateAsync} submit="Send event" onCancel={onClose}>
        <Text size="sm" className="wrapping">
          Waybill signs a sample event and sends it to {url}.
        </Text>
        <Select
          label="Type"
          description={eventDescriptions[form.values.type]}
          data={eventTypes}
          allowDeselect={false}
          searchable
          {...form.getInputProps("type")}
        />
      </Form>
    </Dialog>
  );
}
