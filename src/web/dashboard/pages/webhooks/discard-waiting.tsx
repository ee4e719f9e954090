import { Text } from "@mantine/core";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { post } from "../../../browser/api.ts";
import { ConfirmByName } from "../../components/confirm-by-name.tsx";
import { useAction } from "../../queries.ts";
import { endpointChanges, nameOf, placeOf } from "./endpoints.ts";
import { formatDeliveries } from "./figures.ts";

interface DiscardWaitingProps {
  webhook: WebhookView;
  /** How many wait, as text. */
  waiting: string;
  onClose: () => void;
}

export function DiscardWaiting({ webhook, waiting, onClose }: DiscardWaitingProps) {
  const { id, environment, url } = webhook;
  const discard = useAction(
    (_input: undefined, idempotencyKey) =>
      post(`/platform/webhooks/${id}/discard`, undefined, {
        environment,
        idempotencyKey,
      }),
    {
      changes: endpointChanges,
      success: ({ discarded }) => `Discarded ${formatDeliveries(discarded)}.`,
      onDone: onClose,
    },
  );
  return (
    <ConfirmByName
      title={`Discard waiting deliveries for ${nameOf(webhook)}`}
      name={placeOf(url)}
      submit="Discard deliveries"
      send={() => discard.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        Waybill discards all deliveries waiting for this endpoint ({waiting}). You can still resend each one
        manually. Later events are sent as usual.
      </Text>
    </ConfirmByName>
  );
}
