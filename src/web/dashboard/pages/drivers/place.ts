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

/** The fleets of one side that drivers can be added to; undefined while they load. */
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

/**
 * The fleets that an account sees, by id: what one of them billed as a carrier of the account's own was its own fleet's, also
 * after the installation got it.
 */
export function useFleetsOnceOwn(): ReadonlyMap<string, CarrierDetails> {
  const { path, call } = useCarriersPlace();
  const { data } = useRead<ListPage<CarrierDetails>>(path, { ...call, query: { limit: 100 } });
  const fleets = data?.data.filter(({ kind }) => kind === "fleet") ?? [];
  return new Map(fleets.map((fleet) => [fleet.id, fleet]));
}
