import { compassPoint, metersBetween, type Place } from "@/web/map/place.ts";
import { formatDistance } from "../../../format.ts";

/** Where a place is, in words: for who has no map, or cannot see it. */

const compass = [
  ...["north", "north-east", "east", "south-east"],
  ...["south", "south-west", "west", "north-west"],
];
const nearMeters = 50;

/** "420 m north-east"; undefined for places as near as a pin is exact. */
export function directionInWords(from: Place, to: Place): string | undefined {
  const meters = metersBetween(from, to);
  if (meters < nearMeters) return undefined;
  return `${formatDistance(Math.round(meters))} ${compass[compassPoint(from, to)]}`;
}

/** "420 m north-east of the center of Chicago"; without a known center its coordinates. */
export function placeInWords(place: Place, center: Place | null | undefined, town: string): string {
  if (!center) return `at ${place.latitude}, ${place.longitude}`;
  const direction = directionInWords(center, place);
  return direction ? `${direction} of the center of ${town}` : `in the center of ${town}`;
}
