export interface Place {
  latitude: number;
  longitude: number;
}

/** A town as a circle: a place is somewhere in it. */
export interface Surroundings extends Place {
  radius_meters: number;
}

const earthRadiusMeters = 6_371_009;
const radians = Math.PI / 180;

/** The straight line in meters, for places that are near each other. */
export function metersBetween(one: Place, other: Place): number {
  const north = (other.latitude - one.latitude) * radians;
  const east =
    (other.longitude - one.longitude) * radians * Math.cos(((one.latitude + other.latitude) / 2) * radians);
  return Math.hypot(north, east) * earthRadiusMeters;
}

const points = 8;

/** The direction to another place that is near: eighths of a turn from north, clockwise. */
export function compassPoint(from: Place, to: Place): number {
  const north = to.latitude - from.latitude;
  const east = (to.longitude - from.longitude) * Math.cos(from.latitude * radians);
  return (Math.round((Math.atan2(east, north) / (2 * Math.PI)) * points) + points) % points;
}
