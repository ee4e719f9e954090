import { useQuery } from "@tanstack/react-query";
import { readAll } from "../read-all.ts";
import type { Side } from "../side.ts";

const driversEveryMs = 15_000;

/** All drivers of a side, with duty and load. */
export function useDrivers(side: Side, enabled = true) {
  return useQuery({
    queryKey: [`${side.base}/drivers`, side.environment, "all"],
    queryFn: ({ signal }) => readAll(`${side.base}/drivers`, side, {}, signal),
    refetchInterval: driversEveryMs,
    enabled,
  });
}
