import { Group } from "@mantine/core";
import type { WebhookView } from "@/messaging/webhooks/endpoints/schema.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useRead } from "../../queries.ts";
import { failedOf } from "./figures.ts";

/** Why an endpoint is disabled, in a few words. */
export const disabledLabels = {
  owner: "Disabled",
  failures: "Disabled: too many failures",
  gone: "Disabled: responded 410",
} as const satisfies Record<NonNullable<WebhookView["disabled_reason"]>, string>;

/** For an enabled endpoint also whether an attempt failed in the last 24 hours. */
export function EndpointState({ webhook }: { webhook: WebhookView }) {
  const { id, environment, disabled_reason } = webhook;
  const { data } = useRead(`/platform/webhooks/${id}/statistics`, { environment });
  if (disabled_reason !== null) {
    return (
      <StatusBadge tone={disabled_reason === "owner" ? "quiet" : "bad"}>
        {disabledLabels[disabled_reason]}
      </StatusBadge>
    );
  }
  return (
    <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
      <StatusBadge tone="good">Enabled</StatusBadge>
      {data && failedOf(data) > 0 && <StatusBadge tone="bad">Failing</StatusBadge>}
    </Group>
  );
}
