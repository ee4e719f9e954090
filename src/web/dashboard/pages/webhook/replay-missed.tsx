import { MultiSelect, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type EventType, eventTypes, matches } from "../../../../messaging/events/event.ts";
import type { Queued, ReplayEvents } from "../../../../messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "../../../../messaging/webhooks/endpoints/schema.ts";
import { post } from "../../api.ts";
import { Dialog } from "../../components/dialog.tsx";
import { Form } from "../../components/form.tsx";
import { useAction } from "../../queries.ts";
import { endpointChanges, nameOf } from "./endpoint.ts";
import { deliveriesInFigures } from "./figures.ts";
import { lastDay, SpanFields, type SpanValues, toSpan } from "./span-fields.tsx";

interface Values extends SpanValues {
  event_types: EventType[];
}

export function ReplayMissed({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { id, environment, events } = webhook;
  const form = useForm<Values>({ initialValues: { ...lastDay(), event_types: [] } });
  const replay = useAction(
    (input: ReplayEvents, idempotencyKey) =>
      post<Queued>(`/platform/webhooks/${id}/replay`, input, { environment, idempotencyKey }),
    {
      changes: endpointChanges,
      told: ({ queued }) => `Sent: ${deliveriesInFigures(queued)} of missed events.`,
      onDone: onClose,
    },
  );
  const send = (values: Values) =>
    replay.mutateAsync({
      ...toSpan(values),
      ...(values.event_types.length > 0 && { event_types: values.event_types }),
    });
  return (
    <Dialog onClose={onClose} title={`Replay what ${nameOf(webhook)} missed`}>
      <Form form={form} send={send} submit="Send what it missed" onCancel={onClose}>
        <Text size="sm">
          Events of this time that the endpoint asks for and was never sent: from before it existed, or before
          it asked for their type. Oldest first.
        </Text>
        <SpanFields form={form} />
        <MultiSelect
          label="Only these types"
          placeholder={form.values.event_types.length === 0 ? "All that it asks for" : ""}
          data={eventTypes.filter((type) => matches(events, type))}
          clearable
          clearButtonProps={{ "aria-label": "All that it asks for" }}
          {...form.getInputProps("event_types")}
        />
      </Form>
    </Dialog>
  );
}
