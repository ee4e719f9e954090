import distance from "@turf/distance";

const latitudeMaxDegrees = 90;
const longitudeMaxDegrees = 180;
const fullTurnDegrees = 360;

/** A point on the earth: WGS 84 decimal degrees. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** The point of an address; undefined if only its country is known. */
export function pointOf(address: Record<keyof Coordinates, number | null>): Coordinates | undefined {
  const { latitude, longitude } = address;
  return latitude === null || longitude === null ? undefined : { latitude, longitude };
}

/** A finite number from −90 to 90. */
export function isLatitude(degrees: number): boolean {
  return Math.abs(degrees) <= latitudeMaxDegrees;
}

/** A finite number from −180 to 180, both ends allowed. */
export function isLongitude(degrees: number): boolean {
  return Math.abs(degrees) <= longitudeMaxDegrees;
}

/** A longitude as the number from −180 to 180 of its meridian. */
export function wrapLongitude(degrees: number): number {
  if (isLongitude(degrees)) {
    return degrees;
  }
  return degrees - fullTurnDegrees * Math.round(degrees / fullTurnDegrees);
}

/** Straight-line distance in whole meters, on a sphere of the earth's mean radius (haversine; error at most 0.5 %). */
export function distanceMeters(a: Coordinates, b: Coordinates): number {
  return Math.round(distance(toPosition(a), toPosition(b), { units: "meters" }));
}

/** GeoJSON's order (RFC 7946): longitude first. */
export function toPosition(point: Coordinates): [longitude: number, latitude: number] {
  return [point.longitude, point.latitude];
}
