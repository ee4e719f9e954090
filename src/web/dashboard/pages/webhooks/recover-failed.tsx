import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { RecoverDeliveries } from "@/messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { post } from "../../../browser/api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";
import { endpointChanges, nameOf } from "./endpoints.ts";
import { formatDeliveries } from "./figures.ts";
import { lastDay, SpanFields, type SpanValues, toSpan } from "./span-fields.tsx";

export function RecoverFailed({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { id, environment } = webhook;
  const form = useForm<SpanValues>({ initialValues: lastDay() });
  const recover = useAction(
    (input: RecoverDeliveries, idempotencyKey) =>
      post(`/platform/webhooks/${id}/recover`, input, { environment, idempotencyKey }),
    {
      changes: endpointChanges,
      success: ({ queued }) => `Resending ${formatDeliveries(queued)}.`,
      onDone: onClose,
    },
  );
  return (
    <Dialog onClose={onClose} title={`Recover failed deliveries of ${nameOf(webhook)}`}>
      <Form
        form={form}
        send={(values) => recover.mutateAsync(toSpan(values))}
        submit="Resend failed deliveries"
        onCancel={onClose}
      >
        <Text size="sm">Waybill resends every failed delivery of this period, with the same bytes.</Text>
        <SpanFields form={form} />
      </Form>
    </Dialog>
  );
}
