import type { UsageItem, UsageView } from "@/access/usage/schema.ts";
import type { Environment } from "@/infra/environment.ts";
import { useRead } from "../../queries.ts";

/** A chart of fewer days looks like one with missing data. */
const daysMin = 7;

/** Requests made with keys in the last 30 days, which is the default span of the API. */
export function useRecentUsage(environment: Environment) {
  return useRead("/platform/usage", { environment, query: { group_by: "day", caller: "key" } });
}

/** Without the days before anything was counted. */
export function sinceFirstUse(usage: UsageView): UsageView {
  const first = usage.data.findIndex(wasUsed);
  const days = Math.max(daysMin, first === -1 ? 0 : usage.data.length - first);
  return { ...usage, data: usage.data.slice(-days) };
}

function wasUsed(item: UsageItem): boolean {
  if (!("day" in item)) return false;
  const counts = [item.requests, ...Object.values(item.shipments), ...Object.values(item.deliveries)];
  return counts.some((count) => count > 0);
}
