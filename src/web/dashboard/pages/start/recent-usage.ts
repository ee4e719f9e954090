import type { UsageView } from "../../../../access/usage/schema.ts";
import type { Environment } from "../../../../infra/environment.ts";
import { useRead } from "../../queries.ts";

/** Requests made with keys in the last 30 days, which is the default span of the API. */
export function useRecentUsage(environment: Environment) {
  return useRead<UsageView>("/platform/usage", { environment, query: { group_by: "day", caller: "key" } });
}
