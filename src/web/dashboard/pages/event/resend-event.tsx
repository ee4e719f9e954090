import { Select, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Envelope } from "../../../../messaging/events/event.ts";
import type { Queued, ResendEvent as ResendInput } from "../../../../messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "../../../../messaging/webhooks/endpoints/schema.ts";
import { post } from "../../api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";
import { nameOf } from "../webhook/endpoint.ts";
import { deliveriesInFigures } from "../webhook/figures.ts";

const everyone = "everyone";

interface ResendEventProps {
  event: Envelope;
  endpoints: readonly WebhookView[];
  onClose: () => void;
}

export function ResendEvent({ event: { id, type, environment }, endpoints, onClose }: ResendEventProps) {
  const form = useForm({ mode: "uncontrolled", initialValues: { webhook_id: everyone } });
  const resend = useAction(
    (input: ResendInput, idempotencyKey) =>
      post<Queued>(`/platform/events/${id}/resend`, input, { environment, idempotencyKey }),
    {
      changes: [`/platform/events/${id}`, "/platform/webhooks"],
      told: ({ queued }) =>
        queued === 0 ? "No enabled endpoint asked for it." : `Sent again: ${deliveriesInFigures(queued)}.`,
      onDone: onClose,
    },
  );
  return (
    <Dialog onClose={onClose} title={`Send ${type} again`}>
      <Form
        form={form}
        send={({ webhook_id }) => resend.mutateAsync(webhook_id === everyone ? {} : { webhook_id })}
        submit="Send it now"
        onCancel={onClose}
      >
        <Text size="sm">
          The same bytes with the same webhook-id: who has it already can tell that it is no other event.
        </Text>
        <Select
          label="To"
          data={[
            { value: everyone, label: "Every endpoint that asked for it" },
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
