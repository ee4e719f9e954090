import { Select, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Envelope } from "@/messaging/events/event.ts";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { post } from "../../../browser/api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";
import { nameOf } from "../webhooks/endpoints.ts";
import { formatDeliveries } from "../webhooks/figures.ts";

const allEndpoints = "all";

interface ResendEventProps {
  event: Envelope;
  endpoints: readonly WebhookView[];
  onClose: () => void;
}

export function ResendEvent({ event: { id, type, environment }, endpoints, onClose }: ResendEventProps) {
  const form = useForm({ mode: "uncontrolled", initialValues: { webhook_id: allEndpoints } });
  const resend = useAction(
    (input: { webhook_id?: string }, idempotencyKey) =>
      post(`/platform/events/${id}/resend`, input, { environment, idempotencyKey }),
    {
      changes: [`/platform/events/${id}`, "/platform/webhooks"],
      success: ({ queued }) =>
        queued === 0
          ? "No enabled endpoint subscribes to this type."
          : `Resending ${formatDeliveries(queued)}.`,
      onDone: onClose,
    },
  );
  return (
    <Dialog onClose={onClose} title={`Resend ${type}`}>
      <Form
        form={form}
        send={({ webhook_id }) => resend.mutateAsync(webhook_id === allEndpoints ? {} : { webhook_id })}
        submit="Resend event"
        onCancel={onClose}
      >
        <Text size="sm">
          Waybill sends the same bytes with the same webhook-id, so receivers can recognize the duplicate.
        </Text>
        <Select
          label="To"
          data={[
            { value: allEndpoints, label: "All subscribed endpoints" },
            ...endpoints
              .filter(({ enabled }) => enabled)
              .map((endpoint) => ({ value: endpoint.id, label: nameOf(endpoint) })),
          ]}
          allowDeselect={false}
          {...form.getInputProps("webhook_id")}
        />
      </Form>
    </Dialog>
  );
}
