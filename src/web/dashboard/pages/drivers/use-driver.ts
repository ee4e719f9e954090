import { useParams } from "@tanstack/react-router";
import { useRead } from "../../queries.ts";
import { type Side, useSide } from "../../side.ts";

/** How often duty, devices and jobs are read again while somebody looks at them. */
export const driverEveryMs = 10_000;

/** The driver named in the address, for its page and tabs. */
export function useDriver() {
  const side = useSide();
  const { driverId = "" } = useParams({ strict: false });
  const path = `${side.base}/drivers/${driverId}` as const;
  const read = useRead(path, { ...side.call, refetchInterval: driverEveryMs });
  const needs = side.needing("drivers:write");
  return { ...side, driverId, path, needs, changes: [...driverChanges(side), path], ...read };
}

/** Paths to read again after a driver was added, changed or deleted. */
export function driverChanges({ base }: Pick<Side, "base">): readonly string[] {
  return [`${base}/drivers`, "/audit"];
}
