import type { CarrierDetails } from "@/delivery/connections/setup/schema.ts";
import { useRead } from "../../queries.ts";
import { type Side, useSide } from "../../side.ts";

/** The fleets that drivers can be added to; undefined while they load. */
export function useFleets(): CarrierDetails[] | undefined {
  return useFleetsOf(useSide());
}

/** The fleets of one side that drivers can be added to; undefined while they load. */
export function useFleetsOf(side: Side, enabled = true): CarrierDetails[] | undefined {
  return useAllFleets(side, enabled)?.filter(({ settings }) => settings !== null);
}

function useAllFleets(side: Side, enabled: boolean): CarrierDetails[] | undefined {
  const { data } = useRead(`${side.base}/carriers`, { ...side.asking({ limit: 100 }), enabled });
  return data?.data.filter(({ kind }) => kind === "fleet");
}

/**
 * The fleets that an account sees, by id: what one of them billed as a carrier of the account's own was its own fleet's, also
 * after the installation got it.
 */
export function useFleetsOnceOwn(): ReadonlyMap<string, CarrierDetails> {
  const fleets = useAllFleets(useSide(), true) ?? [];
  return new Map(fleets.map((fleet) => [fleet.id, fleet]));
}
