import type { UsageView } from "../../../../access/usage/schema.ts";
import type { Environment } from "../../../../infra/environment.ts";
import type { DeliveryView } from "../../../../messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "../../../../messaging/webhooks/endpoints/schema.ts";
import type { ListPage, Problem } from "../../api.ts";
import { useRead } from "../../queries.ts";
import { firstOfLast } from "../usage/days.ts";
import { useRecentUsage } from "./recent-usage.ts";

/** How many of the newest endpoint's deliveries to read: the very newest may not have been attempted yet. */
const deliveriesMax = 10;
/** Almost as far back as usage can be read. */
const longAgoDays = 360;

export interface FirstDelivery {
  isKnown: boolean;
  /** The newest endpoint. */
  endpoint: WebhookView | undefined;
  /** At any endpoint, deleted ones included. */
  hasArrived: boolean;
  /** The newest delivery with a failed attempt, as long as none has succeeded. */
  failed: DeliveryView | undefined;
  problem: Problem | null;
}

/** Whether a webhook was ever delivered, by the newest endpoint. */
export function useFirstDelivery(environment: Environment, countsPast: boolean): FirstDelivery {
  const recent = useRecentUsage(environment);
  const isRecent = recent.data && hasDelivered(recent.data);
  const longAgo = useRead<UsageView>("/platform/usage", {
    environment,
    query: { from: firstOfLast(longAgoDays), group_by: "route", caller: "key" },
    enabled: countsPast && isRecent === false,
  });
  const hadArrived = isRecent === true || (longAgo.data !== undefined && hasDelivered(longAgo.data));
  const endpoints = useRead<ListPage<WebhookView>>("/platform/webhooks", {
    environment,
    query: { limit: 1 },
  });
  const endpoint = endpoints.data?.data[0];
  const deliveries = useRead<ListPage<DeliveryView>>(`/platform/webhooks/${endpoint?.id}/deliveries`, {
    environment,
    query: { limit: deliveriesMax },
    enabled: endpoint !== undefined && !hadArrived,
  });
  const newest = deliveries.data?.data ?? [];
  const hasArrived = hadArrived || newest.some(({ status }) => status === "delivered");
  const reads = [recent, longAgo, endpoints, deliveries];
  return {
    isKnown:
      recent.data !== undefined && endpoints.data !== undefined && !reads.some((read) => read.isLoading),
    endpoint,
    hasArrived,
    failed: hasArrived ? undefined : newest.find(({ attempt_count }) => attempt_count > 0),
    problem: recent.error ?? longAgo.error ?? endpoints.error ?? deliveries.error,
  };
}

function hasDelivered({ deliveries }: UsageView): boolean {
  return (deliveries.delivered ?? 0) > 0;
}
