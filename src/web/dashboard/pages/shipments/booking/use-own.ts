import type { Environment } from "@/infra/environment.ts";
import { useDrivers } from "../../../assigning/drivers.ts";
import { usePurpose } from "../../../first-steps/purpose.ts";
import { useMay } from "../../../permissions.ts";
import { useRead } from "../../../queries.ts";
import { sideOf } from "../../../side.ts";
import { useFleetsOf } from "../../drivers/fleets.ts";
import { useMayAgree } from "../agreed/fields.tsx";
import type { Own } from "./booking.ts";

/** The own fleets with prices and their drivers; undefined while they load, without any, and for whom may not book. */
export function useOwn(environment: Environment): Own | undefined {
  const mayBook = useMayAgree();
  const mayRead = useMay("carriers:read", "drivers:read");
  const isAsked = mayBook && mayRead;
  const purpose = usePurpose();
  const side = sideOf(environment, false);
  const all = useFleetsOf(side, isAsked);
  const fleets = all?.filter(({ status, services }) => status !== "paused" && services.length > 0) ?? [];
  const { data: drivers } = useDrivers(side, isAsked && fleets.length > 0);
  const { data: account } = useRead("/platform/account", { environment, enabled: isAsked });
  if (!isAsked || fleets.length === 0 || !drivers || !account) return undefined;
  const ids = new Set(all?.map(({ id }) => id));
  return {
    fleets: fleets.map(({ id, settings }) => ({ id, isManual: settings?.dispatch !== "nearest" })),
    drivers,
    isUsual: purpose === "own_fleet" || account.carriers.every(({ id }) => ids.has(id)),
  };
}
