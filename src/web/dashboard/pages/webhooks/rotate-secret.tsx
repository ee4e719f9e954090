import { Select, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { post } from "../../../browser/api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";
import type { WebhookWithSecret } from "./endpoint-secret.tsx";
import { endpointChanges, nameOf } from "./endpoints.ts";

const periods = [
  { value: "0", label: "Immediately" },
  { value: "3600", label: "In an hour" },
  { value: "86400", label: "In a day" },
  { value: "604800", label: "In a week" },
];

interface RotateSecretProps {
  webhook: WebhookView;
  onClose: () => void;
  onRotated: (webhook: WebhookWithSecret) => void;
}

export function RotateSecret({ webhook, onClose, onRotated }: RotateSecretProps) {
  const { id, environment } = webhook;
  const form = useForm({ mode: "uncontrolled", initialValues: { grace_period_seconds: "86400" } });
  const rotate = useAction(
    (graceSeconds: number, idempotencyKey) =>
      post(
        `/platform/webhooks/${id}/rotate-secret`,
        { grace_period_seconds: graceSeconds },
        { environment, idempotencyKey },
      ),
    { changes: endpointChanges, onDone: onRotated },
  );
  return (
    <Dialog onClose={onClose} title={`Rotate the secret of ${nameOf(webhook)}`}>
      <Form
        form={form}
        send={({ grace_period_seconds }) => rotate.mutateAsync(Number(grace_period_seconds))}
        submit="Rotate secret"
        onCancel={onClose}
      >
        <Text size="sm">
          Until the old secret expires, Waybill signs deliveries with both. Your program can switch at any
          time before that.
        </Text>
        <Select
          label="Old secret expires"
          data={periods}
          allowDeselect={false}
          {...form.getInputProps("grace_period_seconds")}
        />
      </Form>
    </Dialog>
  );
}
