import destination from "@turf/destination";
import { type Coordinates, toPosition, wrapLongitude } from "./coordinates.ts";
import { locateTown, type TownQuery } from "./town.ts";
import { townKey } from "./town-key.ts";

/** How far from the middle of its postal area an address lies at most, as a part of the town's radius. */
const streetShare = 0.3;
/** 5 decimals are 1 m. */
const degreesDecimals = 5;

/** What an address says about its place. */
interface AddressQuery extends TownQuery {
  line1: string;
}

/**
 * A point for an address of which only the town is known; `undefined` where the town is not. It is made up, by the
 * street with its number and the postal code alone: inside the town, always the same, the addresses of a postal code
 * near each other, and two addresses at two places.
 */
export function placeAddress(query: AddressQuery): Coordinates | undefined {
  const town = locateTown(query);
  if (!town) return undefined;
  const { center, radiusMeters } = town;
  const street = townKey(query.line1);
  const postalCode = townKey(query.postal_code ?? "");
  if (postalCode === "") return beside(center, radiusMeters, street);
  const area = beside(center, radiusMeters * (1 - streetShare), postalCode);
  return beside(area, radiusMeters * streetShare, `${postalCode} ${street}`);
}

/** A point of the circle, by the key; keys are spread evenly. */
function beside(center: Coordinates, radiusMeters: number, key: string): Coordinates {
  const hash = Bun.hash.xxHash64(key);
  const [far, turn] = [hash & 0xffffffffn, hash >> 32n].map((half) => Number(half) / 2 ** 32) as [
    number,
    number,
  ];
  const meters = radiusMeters * Math.sqrt(far);
  const [longitude = 0, latitude = 0] = destination(toPosition(center), meters, turn * 360, {
    units: "meters",
  }).geometry.coordinates;
  return {
    latitude: Number(latitude.toFixed(degreesDecimals)),
    longitude: Number(wrapLongitude(longitude).toFixed(degreesDecimals)),
  };
}
