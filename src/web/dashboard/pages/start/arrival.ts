import type { UsageView } from "../../../../access/usage/schema.ts";
import type { Environment } from "../../../../infra/environment.ts";
import type { DeliveryView } from "../../../../messaging/webhooks/deliveries/schema.ts";
import type { WebhookView } from "../../../../messaging/webhooks/endpoints/schema.ts";
import type { ListPage, Problem } from "../../api.ts";
import { useRead } from "../../queries.ts";
import { firstOfLast } from "../usage/days.ts";
import { useRecentUsage } from "./recent-usage.ts";

/** Registering an endpoint and delivering to it are no events. */
const lookEveryMs = 3_000;
/** Of the newest endpoint's deliveries: the newest may not have been tried yet. */
const looksAt = 10;
/** As far back as counts can be asked for, with some days to spare. */
const longAgoDays = 360;

export interface Arrival {
  isKnown: boolean;
  /** The newest one. */
  endpoint: WebhookView | undefined;
  /** At any endpoint, one that was removed since included. */
  hasArrived: boolean;
  /** The newest delivery that was tried in vain, while nothing has arrived. */
  failed: DeliveryView | undefined;
  problem: Problem | null;
}

/** Whether a webhook has been delivered. The newest endpoint is looked at again and again while none has. */
export function useArrival(environment: Environment, isFirstLook: boolean): Arrival {
  const recent = useRecentUsage(environment);
  const isRecent = recent.data && hasDelivered(recent.data);
  const longAgo = useRead<UsageView>("/platform/usage", {
    environment,
    query: { from: firstOfLast(longAgoDays), group_by: "route", caller: "key" },
    enabled: isFirstLook && isRecent === false,
  });
  const hadArrived = isRecent === true || (longAgo.data !== undefined && hasDelivered(longAgo.data));
  const endpoints = useRead<ListPage<WebhookView>>("/platform/webhooks", {
    environment,
    query: { limit: 1 },
    refetchInterval: ({ data }) => data.length === 0 && lookEveryMs,
  });
  const endpoint = endpoints.data?.data[0];
  const deliveries = useRead<ListPage<DeliveryView>>(`/platform/webhooks/${endpoint?.id}/deliveries`, {
    environment,
    query: { limit: looksAt },
    enabled: endpoint !== undefined && !hadArrived,
    refetchInterval: lookEveryMs,
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
