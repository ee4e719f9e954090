import { MultiSelect, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type EventType, eventTypes, matches } from "@/messaging/events/event.ts";
import type { ReplayEvents } from "@/messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { post } from "../../../browser/api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";
import { endpointChanges, nameOf } from "./endpoints.ts";
import { formatDeliveries } from "./figures.ts";
import { lastDay, SpanFields, type SpanValues, toSpan } from "./span-fields.tsx";

interface Values extends SpanValues {
  event_types: EventType[];
}

export function ReplayMissed({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { id, environment, events } = webhook;
  const form = useForm<Values>({ initialValues: { ...lastDay(), event_types: [] } });
  const replay = useAction(
    (input: ReplayEvents, idempotencyKey) =>
      post(`/platform/webhooks/${id}/replay`, input, { environment, idempotencyKey }),
    {
      changes: endpointChanges,
      success: ({ queued }) => `Sending ${formatDeliveries(queued)}.`,
      onDone: onClose,
    },
  );
  const send = (values: Values) =>
    replay.mutateAsync({
      ...toSpan(values),
      ...(values.event_types.length > 0 && { event_types: values.event_types }),
    });
  return (
    <Dialog onClose={onClose} title={`Replay missed events to ${nameOf(webhook)}`}>
      <Form form={form} send={send} submit="Replay events" onCancel={onClose}>
        <Text size="sm">
          Sends events of this period that the endpoint never received, oldest first. For example, those from
          before you added it or subscribed to their type.
        </Text>
        <SpanFields form={form} />
        <MultiSelect
          label="Event types"
          placeholder={form.values.event_types.length === 0 ? "All subscribed types" : ""}
          data={eventTypes.filter((type) => matches(events, type))}
          clearable
          clearButtonProps={{ "aria-label": "All subscribed types" }}
          {...form.getInputProps("event_types")}
        />
      </Form>
    </Dialog>
  );
}
