import destination from "@turf/destination";
import { type Coordinates, toPosition, wrapLongitude } from "./coordinates.ts";
import { locateTown, type TownQuery } from "./town.ts";
import { townKey } from "./town-key.ts";

/** Maximum distance of an address from the center of its postal area, as a fraction of the town's radius. */
const streetShare = 0.3;
/** 5 decimals are 1 m. */
const degreesDecimals = 5;

/** The parts of an address that determine its point. */
interface AddressQuery extends TownQuery {
  line1: string;
}

/**
 * An invented point for an address, because only the town's location is known; `undefined` for an unknown town. The
 * street with its number and the postal code alone determine it. It lies inside the town and is always the same. Two
 * addresses get two points, near each other if they share a postal code.
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

/** A point in the circle, chosen by the key. Keys are spread evenly. */
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
