import type { Environment } from "../../../infra/environment.ts";
import { placeAddress } from "../../../infra/geography/address-point.ts";
import { locateTown } from "../../../infra/geography/town.ts";
import type { Locate } from "./draft.ts";

/** Says where an address is whose coordinates nobody sent: in live as far as Waybill knows, and no farther. */
export function locateIn(environment: Environment): Locate {
  return (address) => {
    const point = environment === "sandbox" ? placeAddress(address) : undefined;
    return {
      latitude: point?.latitude ?? null,
      longitude: point?.longitude ?? null,
      geocode_source: locateTown(address) ? "town" : "country",
    };
  };
}
