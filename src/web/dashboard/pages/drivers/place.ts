import type { CarrierDetails } from "../../../../delivery/connections/setup/schema.ts";
import type { ListPage } from "../../api.ts";
import type { Scope } from "../../permissions.ts";
import { useRead } from "../../queries.ts";
import { type CarriersPlace, useCarriersPlace } from "../carriers/place.ts";

/** Whose drivers a page shows: those of the account's fleets, or those of the installation's. */
export function useDriversPlace(): CarriersPlace {
  const carriers = useCarriersPlace();
  const path = carriers.isInstallation ? "/operator/drivers" : "/platform/drivers";
  const needs: readonly Scope[] = carriers.isInstallation ? [] : ["drivers:write"];
  return { ...carriers, path, needs, changes: [path, "/audit"] };
}

/** The fleets that drivers can be added to; undefined while they load. */
export function useFleets(): CarrierDetails[] | undefined {
  return useFleetsOf(useCarriersPlace());
}

/** The same of one side. */
export function useFleetsOf(
  { path, call, environment }: CarriersPlace,
  enabled = true,
): CarrierDetails[] | undefined {
  const isInstallation = "query" in call;
  const query = { limit: 100, ...(isInstallation && { environment }) };
  const { data } = useRead<ListPage<CarrierDetails>>(
    path,
    isInstallation ? { query, enabled } : { ...call, query, enabled },
  );
  return data?.data.filter(({ kind, settings }) => kind === "fleet" && settings !== null);
}
