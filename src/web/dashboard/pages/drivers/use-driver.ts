import { useParams } from "@tanstack/react-router";
import { useRead } from "../../queries.ts";
import { useDriversPlace } from "./place.ts";

/** How often duty, devices and jobs are read again while somebody looks at them. */
export const driverEveryMs = 10_000;

/** The driver named in the address, for its page and tabs. */
export function useDriver() {
  const place = useDriversPlace();
  const { driverId = "" } = useParams({ strict: false });
  const path = `${place.path}/${driverId}` as const;
  const read = useRead(path, { ...place.call, refetchInterval: driverEveryMs });
  return { ...place, driverId, path, changes: [...place.changes, path], ...read };
}
