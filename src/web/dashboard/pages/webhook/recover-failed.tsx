import { Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { Queued, RecoverDeliveries } from "../../../../messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "../../../../messaging/webhooks/endpoints/schema.ts";
import { post } from "../../api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";
import { endpointChanges, nameOf } from "./endpoint.ts";
import { deliveriesInFigures } from "./figures.ts";
import { lastDay, SpanFields, type SpanValues, toSpan } from "./span-fields.tsx";

export function RecoverFailed({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { id, environment } = webhook;
  const form = useForm<SpanValues>({ initialValues: lastDay() });
  const recover = useAction(
    (input: RecoverDeliveries, idempotencyKey) =>
      post<Queued>(`/platform/webhooks/${id}/recover`, input, { environment, idempotencyKey }),
    {
      changes: endpointChanges,
      told: ({ queued }) => `Sent again: ${deliveriesInFigures(queued)} that had failed.`,
      onDone: onClose,
    },
  );
  return (
    <Dialog onClose={onClose} title={`Recover what ${nameOf(webhook)} did not take`}>
      <Form
        form={form}
        send={(values) => recover.mutateAsync(toSpan(values))}
        submit="Send it again"
        onCancel={onClose}
      >
        <Text size="sm">
          Every delivery of an event of this time that has failed is sent again, with the same bytes.
        </Text>
        <SpanFields form={form} />
      </Form>
    </Dialog>
  );
}
