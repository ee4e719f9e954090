import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { WebhookView } from "../../../../messaging/webhooks/endpoints/schema.ts";
import { remove } from "../../api.ts";
import { ConfirmByName } from "../../components/confirm-by-name.tsx";
import { useAction } from "../../queries.ts";
import { endpointChanges, nameOf, placeOf } from "./endpoint.ts";

export function RemoveEndpoint({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { id, environment, url } = webhook;
  const navigate = useNavigate();
  const removeEndpoint = useAction(() => remove(`/platform/webhooks/${id}`, { environment }), {
    changes: endpointChanges,
    told: `${nameOf(webhook)} is deleted.`,
    onDone: () => void navigate({ to: "/$environment/webhooks", params: { environment } }),
  });
  return (
    <ConfirmByName
      title={`Delete ${nameOf(webhook)}`}
      name={placeOf(url)}
      submit="Delete the endpoint"
      send={() => removeEndpoint.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm" className="wrapping">
        Nothing more is sent to {url}. The endpoint, its secret, everything that waits for it and its log of
        deliveries are gone; the events stay. This cannot be undone.
      </Text>
    </ConfirmByName>
  );
}
