import type { UsageView } from "../../../../access/usage/schema.ts";
import type { Environment } from "../../../../infra/environment.ts";
import { useRead } from "../../queries.ts";

/** What programs asked for in the last 30 days, which is what the API tells unless it is asked for others. */
export function useRecentUsage(environment: Environment) {
  return useRead<UsageView>("/platform/usage", { environment, query: { group_by: "day", caller: "key" } });
}
