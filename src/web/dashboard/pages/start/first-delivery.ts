import type { Environment } from "@/infra/environment.ts";
import { firstOfLast } from "../../../browser/clock.ts";
import { useRead } from "../../queries.ts";
import { arrivalOf, type FirstDelivery, hasDelivered } from "./arrival.ts";
import { useRecentUsage } from "./recent-usage.ts";

/** How many of the newest endpoint's deliveries to read: the very newest may not have been attempted yet. */
const deliveriesMax = 10;
/** Almost as far back as usage can be read. */
const longAgoDays = 360;

/** Whether a webhook was ever delivered, by the newest endpoint. */
export function useFirstDelivery(environment: Environment, countsPast: boolean): FirstDelivery {
  const recent = useRecentUsage(environment);
  const isRecent = recent.data && hasDelivered(recent.data);
  const longAgo = useRead("/platform/usage", {
    environment,
    query: { from: firstOfLast(longAgoDays), group_by: "route", caller: "key" },
    enabled: countsPast && isRecent === false,
  });
  const hadArrived = isRecent === true || (longAgo.data !== undefined && hasDelivered(longAgo.data));
  const endpoints = useRead("/platform/webhooks", {
    environment,
    query: { limit: 1 },
  });
  const endpoint = endpoints.data?.data[0];
  const deliveries = useRead(`/platform/webhooks/${endpoint?.id ?? ""}/deliveries`, {
    environment,
    query: { limit: deliveriesMax },
    enabled: endpoint !== undefined && !hadArrived,
  });
  const reads = [recent, longAgo, endpoints, deliveries];
  return {
    isKnown:
      recent.data !== undefined && endpoints.data !== undefined && !reads.some((read) => read.isLoading),
    endpoint,
    ...arrivalOf(hadArrived, deliveries.data?.data ?? []),
    problem: recent.error ?? longAgo.error ?? endpoints.error ?? deliveries.error,
  };
}
