import { AppError, type FieldError } from "../../../infra/errors.ts";
import {
  type Coordinates,
  distanceMeters,
  isLatitude,
  pointOf,
} from "../../../infra/geography/coordinates.ts";
import { countryName } from "../../../infra/geography/country.ts";
import { lookForTown } from "../../../infra/geography/town.ts";
import type { WarningView } from "../../model/address-schema.ts";
import type { ShipmentDraft } from "./schema.ts";

/**
 * Where the parts of an address contradict each other. Waybill refuses only what cannot be meant, and takes the rest
 * with a warning: the caller may know better. The address stays as it was written.
 */

type AddressInput = ShipmentDraft["pickup"]["address"];
/** The stops of a body, or the part of them that it changes. */
type Stops = { [Name in "pickup" | "delivery"]?: { address?: AddressInput | undefined } | undefined };

const nearMeters = 100_000;
const farMeters = 500_000;

/** @throws AppError `coordinates_contradict_address` */
export function refuseContradictory(stops: Stops): void {
  refuse(addressesOf(stops).flatMap(([pointer, address]) => contradictionErrors(pointer, address)));
}

/** Of an address that is no shipment's. @throws AppError `coordinates_contradict_address` */
export function refuseContradictoryAddress(pointer: string, address: AddressInput): void {
  refuse(contradictionErrors(pointer, address));
}

function refuse(errors: FieldError[]): void {
  if (errors.length > 0) throw new AppError("coordinates_contradict_address", { errors });
}

/** Of a body that is taken. */
export function warningsOf(stops: Stops): WarningView[] {
  return addressesOf(stops).flatMap(([pointer, address]) => addressWarnings(pointer, address));
}

function addressesOf({ pickup, delivery }: Stops): (readonly [pointer: string, address: AddressInput])[] {
  return [
    ...(pickup?.address ? [["#/pickup/address", pickup.address] as const] : []),
    ...(delivery?.address ? [["#/delivery/address", delivery.address] as const] : []),
  ];
}

function contradictionErrors(pointer: string, address: AddressInput): FieldError[] {
  const place = placeOf(address);
  if (!place) return [];
  if (place.latitude === 0 && place.longitude === 0) {
    const detail = "must not be 0 together with longitude: leave both out where you do not know the place";
    return [{ pointer: `${pointer}/latitude`, code: "null_island", detail }];
  }
  const { town } = lookForTown({ ...address, near: place });
  const swapped = { latitude: place.longitude, longitude: place.latitude };
  if (!town || !isLatitude(swapped.latitude)) return [];
  const meters = distanceMeters(town.center, place);
  if (meters <= farMeters || distanceMeters(town.center, swapped) > nearMeters) return [];
  const detail = `must be swapped with longitude: they lie ${kilometers(meters)} from the town, and swapped in it`;
  return [{ pointer: `${pointer}/latitude`, code: "swapped", detail }];
}

function addressWarnings(pointer: string, address: AddressInput): WarningView[] {
  const place = placeOf(address);
  const { town, country, contradictedBy } = lookForTown({ ...address, near: place });
  const warnings: WarningView[] = [];
  if (country !== address.country) {
    const detail = `The address lies in ${countryName(country)}, which has the country code ${country}. Waybill stored it as written.`;
    warnings.push({ code: "territory_as_state", pointer: `${pointer}/country`, detail });
  }
  if (contradictedBy !== null) {
    const [what, member] = contradictedBy === "state" ? ["state", "state"] : ["postal code", "postal_code"];
    const detail = town
      ? `The ${what} belongs to another place than the town. Waybill uses the town in this state.`
      : `Waybill knows no town of this name there: the ${what} belongs to another place. It uses the country only.`;
    warnings.push({ code: "town_elsewhere", pointer: `${pointer}/${member}`, detail });
  }
  const meters = place && town ? distanceMeters(town.center, place) : 0;
  if (meters > nearMeters) {
    const detail = `The coordinates lie ${kilometers(meters)} from the town. Waybill uses the coordinates.`;
    warnings.push({ code: "far_from_town", pointer: `${pointer}/latitude`, detail });
  }
  return warnings;
}

function placeOf({ latitude = null, longitude = null }: AddressInput): Coordinates | undefined {
  return pointOf({ latitude, longitude });
}

function kilometers(meters: number): string {
  return `${Math.round(meters / 1000).toLocaleString("en")} km`;
}
