import { type Coordinates, distanceMeters } from "../geography/coordinates.ts";

/**
 * Whether a route planner's answer can be about the places that were asked. It moves each place to the nearest road of its
 * map, however far that is: with the map of one city, to the edge of the map.
 */

/** Where the planner began and ended, meters from the places that were asked; undefined where it does not say. */
export type Moved = readonly (number | undefined)[];

/** A place further from every road is none of the map's. */
const movedMaxMeters = 1_000;
/** Of the straight line, tenths. Coordinates and roads are never exact. */
const shortestTenths = 9;
/** The way to the road that counts as part of the way. */
const approachMaxMeters = 100;
/**
 * Beyond this no road around a fjord, a bay or a closed border leads: this many times the straight line, and meters
 * beside it.
 */
const longestTimes = 10;
const longestMoreMeters = 100_000;

/** Whether the place is on the map. */
function isOnMap(moved: number | undefined): boolean {
  return moved === undefined || moved <= movedMaxMeters;
}

/** Whether a way of so many meters can lead from one place to the other, whose distances to the road are `moved`. */
export function canBeWay(meters: number, from: Coordinates, to: Coordinates, moved: Moved): boolean {
  if (!moved.every(isOnMap)) return false;
  const straight = distanceMeters(from, to);
  const approach = moved.reduce<number>((sum, one) => sum + Math.min(one ?? 0, approachMaxMeters), 0);
  const isLongEnough = (meters + approach) * 10 >= straight * shortestTenths;
  return isLongEnough && meters <= straight * longestTimes + longestMoreMeters;
}
