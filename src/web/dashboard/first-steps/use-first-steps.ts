import type { Environment } from "@/infra/environment.ts";
import { useMay } from "../permissions.ts";
import { useRead } from "../queries.ts";
import { usePurpose } from "./purpose.ts";
import { type FirstStep, firstStepsOf } from "./steps.ts";

/** How far the account is, as the API says: it survives a reload and holds on every device. */

const booked = "assigned,in_transit,delivered,returning,returned,failed";
const fleetsMax = 100;
/** The end comes from a rider's phone, while the person looks at any page. */
const endEveryMs = 5_000;

/**
 * Undefined while they load, for accounts that only test, for those that were through before this page was opened, and
 * for people who can only look.
 */
export function useFirstSteps(environment: Environment, wasOpen: boolean): readonly FirstStep[] | undefined {
  const purpose = usePurpose();
  const mayGoOn = useMay("carriers:read", "drivers:read", "shipments:write");
  const isWanted = environment === "live" && purpose !== null && purpose !== "test" && mayGoOn;
  const end = useRead("/platform/shipments", {
    environment,
    query: { limit: 1, status: purpose === "carriers" ? booked : "delivered" },
    enabled: isWanted,
    refetchInterval: ({ data }) => (data.length === 0 ? endEveryMs : false),
  });
  const isOver = end.data !== undefined && end.data.data.length > 0;
  const enabled = isWanted && end.data !== undefined && (!isOver || wasOpen);
  const shipments = useRead("/platform/shipments", { environment, query: { limit: 1 }, enabled });
  const carriers = useRead("/platform/carriers", { environment, query: { limit: fleetsMax }, enabled });
  const drivers = useRead("/platform/drivers", { environment, query: { limit: 1 }, enabled });
  if (!enabled || !shipments.data || !carriers.data || !drivers.data) return undefined;
  const own = carriers.data.data.filter(({ owner }) => owner === "account");
  const fleets = own.filter(({ kind }) => kind === "fleet");
  return firstStepsOf(purpose, {
    fleets: fleets.map(({ id, services }) => ({ id, hasPrices: services.length > 0 })),
    hasCarriers: carriers.data.data.length > 0,
    hasDrivers: drivers.data.data.length > 0,
    shipmentId: shipments.data.data[0]?.id,
    isBooked: isOver,
    isDelivered: isOver,
  });
}
