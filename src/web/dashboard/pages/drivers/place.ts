import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import type { Scope } from "../../permissions.ts";
import { useRead } from "../../queries.ts";
import { type CarriersPlace, useCarriersPlace, withQuery } from "../carriers/place.ts";

interface DriversPlace extends Omit<CarriersPlace, "path"> {
  path: "/platform/drivers" | "/operator/drivers";
}

/** Whose drivers a page shows: those of the account's fleets, or those of the installation's. */
export function useDriversPlace(): DriversPlace {
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
export function useFleetsOf(place: CarriersPlace, enabled = true): CarrierDetails[] | undefined {
  return useAllFleets(place, enabled)?.filter(({ settings }) => settings !== null);
}

function useAllFleets(place: CarriersPlace, enabled: boolean): CarrierDetails[] | undefined {
  const call = withQuery(place, { limit: 100 });
  const { data } = useRead(place.path, { ...call, enabled });
  return data?.data.filter(({ kind }) => kind === "fleet");
}

/**
 * The fleets that an account sees, by id: what one of them billed as a carrier of the account's own was its own fleet's, also
 * after the installation got it.
 */
export function useFleetsOnceOwn(): ReadonlyMap<string, CarrierDetails> {
  const fleets = useAllFleets(useCarriersPlace(), true) ?? [];
  return new Map(fleets.map((fleet) => [fleet.id, fleet]));
}
