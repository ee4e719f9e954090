import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { remove } from "../../../browser/api.ts";
import { ConfirmByName } from "../../components/confirm-by-name.tsx";
import { useAction } from "../../queries.ts";
import { endpointChanges, nameOf, placeOf } from "./endpoints.ts";

export function RemoveEndpoint({ webhook, onClose }: { webhook: WebhookView; onClose: () => void }) {
  const { id, environment, url } = webhook;
  const navigate = useNavigate();
  const removeEndpoint = useAction(() => remove(`/platform/webhooks/${id}`, { environment }), {
    changes: endpointChanges,
    success: `${nameOf(webhook)} deleted.`,
    onDone: () => void navigate({ to: "/$environment/webhooks", params: { environment } }),
  });
  return (
    <ConfirmByName
      title={`Delete ${nameOf(webhook)}`}
      name={placeOf(url)}
      submit="Delete endpoint"
      send={() => removeEndpoint.mutateAsync(undefined)}
      onClose={onClose}
    >
      <Text size="sm" className="wrapping">
        Waybill sends nothing more to {url}. It deletes the endpoint, its secret, its waiting deliveries and
        its delivery log. Events are kept. This cannot be undone.
      </Text>
    </ConfirmByName>
  );
}
