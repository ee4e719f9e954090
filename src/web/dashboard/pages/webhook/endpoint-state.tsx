import { Group } from "@mantine/core";
import type { StatisticsView } from "../../../../messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "../../../../messaging/webhooks/endpoints/schema.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useRead } from "../../queries.ts";
import { failedOf } from "./figures.ts";

/** In a few words, why an endpoint is disabled. */
export const disabledWords = {
  owner: "Disabled",
  failures: "Disabled: it failed too often",
  gone: "Disabled: it answered 410",
} as const satisfies Record<NonNullable<WebhookView["disabled_reason"]>, string>;

/** Of one that is enabled also whether an attempt of the last 24 hours failed. */
export function EndpointState({ webhook }: { webhook: WebhookView }) {
  const { id, environment, disabled_reason } = webhook;
  const { data } = useRead<StatisticsView>(`/platform/webhooks/${id}/statistics`, { environment });
  if (disabled_reason !== null) {
    return (
      <StatusBadge tone={disabled_reason === "owner" ? "quiet" : "bad"}>
        {disabledWords[disabled_reason]}
      </StatusBadge>
    );
  }
  return (
    <Group component="span" gap={6} display="inline-flex">
      <StatusBadge tone="good">Enabled</StatusBadge>
      {data && failedOf(data) > 0 && <StatusBadge tone="bad">Failing</StatusBadge>}
    </Group>
  );
}
