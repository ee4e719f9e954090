import { Text } from "@mantine/core";
import type { WebhookView } from "../../../../messaging/webhooks/endpoints/schema.ts";
import { post } from "../../api.ts";
import { ConfirmByName } from "../../components/confirm-by-name.tsx";
import { useAction } from "../../queries.ts";
import { endpointChanges, nameOf, placeOf } from "./endpoint.ts";
import { deliveriesInFigures } from "./figures.ts";

interface DiscardWaitingProps {
  webhook: WebhookView;
  /** How many, in words. */
  waiting: string;
  onClose: () => void;
}

export function DiscardWaiting({ webhook, waiting, onClose }: DiscardWaitingProps) {
  const { id, environment, url } = webhook;
  const discard = useAction(
    (_input: undefined, idempotencyKey) =>
      post<{ discarded: number }>(`/platform/webhooks/${id}/discard`, undefined, {
        environment,
        idempotencyKey,
      }),
    {
      changes: endpointChanges,
      told: ({ discarded }) => `Given up: ${deliveriesInFigures(discarded)}.`,
      onDone: onClose,
    },
  );
  return (
    <ConfirmByName
      title={`Discard what waits for ${nameOf(webhook)}`}
      name={placeOf(url)}
      submit="Discard what waits"
      send={() => discard.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm">
        The deliveries that wait for this endpoint now, {waiting}, are given up: none of them is sent unless
        you send it again by hand. What happens later is sent as ever.
      </Text>
    </ConfirmByName>
  );
}
