import bearing from "@turf/bearing";
import bezierSpline from "@turf/bezier-spline";
import destination from "@turf/destination";
import distance from "@turf/distance";
import { lineString } from "@turf/helpers";
import { type Coordinates, toPosition, wrapLongitude } from "@/infra/geography/coordinates.ts";
import { type GreatCircle, greatCircle } from "@/infra/geography/great-circle.ts";

const wayPointsMin = 3;
const wayPointsMax = 5;
/** How far a waypoint may lie beside the straight line, as a share of the whole distance. */
const detourMax = 0.12;
/** How far a waypoint may slide along the line, as a share of the distance between two of them. */
const slideMax = 0.25;
/** The heading is measured over this share of the route, so it turns as smoothly as a vehicle. */
const headingSpan = 0.004;
/** The 68 % circle that receivers report is this many standard deviations of one axis wide (Rayleigh). */
const deviationsPerAccuracy = 1.5096;
/** 6 decimals are 0.1 m. */
const degreesDecimals = 6;

interface RoutePoint extends Coordinates {
  /** Clockwise from north, whole degrees, 0–359. */
  headingDegrees: number;
}

/** A route that somebody could have driven. */
export interface Route {
  /** Along the curve, whole meters. */
  lengthMeters: number;
  /** The place after this share of the length, 0 to 1. Values outside give the ends. */
  at(fraction: number): RoutePoint;
}

/** A place on the curve: its position in the plane along the great circle, and the length of the curve up to it. */
interface Step {
  along: number;
  left: number;
  meters: number;
}

/**
 * A curved route between two points: a smooth line through a few waypoints beside the straight line. It starts and ends
 * exactly at the points. The same points and random numbers give the same route. The curve lies in the plane along the
 * great circle, so it has the same shape anywhere on earth. Equal points give a route of length zero.
 */
export function makeRoute(from: Coordinates, to: Coordinates, random: () => number): Route {
  const circle = greatCircle(from, to);
  const steps = measure(circle, bend(circle.lengthRadians, random));
  const lengthMeters = steps.at(-1)?.meters ?? 0;

  return asRoute(lengthMeters, (fraction) => {
    if (fraction <= 0 || lengthMeters === 0) {
      return from;
    }
    return fraction >= 1 ? to : interpolate(circle, steps, fraction * lengthMeters);
  });
}

/** A route from what tells its places by their share of the length. */
export function asRoute(lengthMeters: number, place: (fraction: number) => Coordinates): Route {
  return {
    lengthMeters: Math.round(lengthMeters),
    at(fraction) {
      const { latitude, longitude } = place(fraction);
      const inside = Math.min(Math.max(fraction, headingSpan / 2), 1 - headingSpan / 2);
      const headingDegrees = heading(place(inside - headingSpan / 2), place(inside + headingSpan / 2));
      return fraction > 0 && fraction < 1 && lengthMeters > 0
        ? { ...rounded({ latitude, longitude }), headingDegrees }
        : { latitude, longitude, headingDegrees };
    },
  };
}

/**
 * The point as a receiver of that accuracy would report it. Reports are normally distributed: 68 % lie within
 * `accuracyMeters`, and none farther than three times that.
 */
export function withNoise(point: Coordinates, random: () => number, accuracyMeters: number): Coordinates {
  const deviations = Math.sqrt(-2 * Math.log(1 - random()));
  const meters = Math.min(deviations / deviationsPerAccuracy, 3) * accuracyMeters;
  return moved(point, meters, random() * 360);
}

/** The point that lies so far away in this direction, clockwise from north. */
export function moved(point: Coordinates, meters: number, bearingDegrees: number): Coordinates {
  const [longitude = 0, latitude = 0] = destination(toPosition(point), meters, bearingDegrees, {
    units: "meters",
  }).geometry.coordinates;
  return rounded({ latitude, longitude });
}

function bend(lengthRadians: number, random: () => number): [along: number, left: number][] {
  const count = wayPointsMin + Math.floor(random() * (wayPointsMax - wayPointsMin + 1));
  const line: [number, number][] = [[0, 0]];
  for (let index = 1; index <= count; index++) {
    const slide = (random() * 2 - 1) * slideMax;
    const detour = (random() * 2 - 1) * detourMax;
    line.push([((index + slide) / (count + 1)) * lengthRadians, detour * lengthRadians]);
  }
  line.push([lengthRadians, 0]);
  return bezierSpline(lineString(line)).geometry.coordinates as [number, number][];
}

function measure(circle: GreatCircle, line: [along: number, left: number][]): Step[] {
  let meters = 0;
  let previous: Coordinates | undefined;
  return line.map(([along, left]) => {
    const here = circle.at(along, left);
    if (previous !== undefined) {
      meters += distance(toPosition(previous), toPosition(here), { units: "meters" });
    }
    previous = here;
    return { along, left, meters };
  });
}

function interpolate(circle: GreatCircle, steps: Step[], meters: number): Coordinates {
  const last = steps.length - 1;
  let low = 1;
  let high = last;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.meters ?? 0) < meters) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  const before = steps[low - 1];
  const after = steps[low];
  if (before === undefined || after === undefined) {
    throw new RangeError("a route has at least two steps");
  }
  const span = after.meters - before.meters;
  const part = span > 0 ? (meters - before.meters) / span : 0;
  return circle.at(
    before.along + (after.along - before.along) * part,
    before.left + (after.left - before.left) * part,
  );
}

function heading(from: Coordinates, to: Coordinates): number {
  return (Math.round(bearing(toPosition(from), toPosition(to))) + 360) % 360;
}

function rounded({ latitude, longitude }: Coordinates): Coordinates {
  return {
    latitude: Number(latitude.toFixed(degreesDecimals)),
    longitude: Number(wrapLongitude(longitude).toFixed(degreesDecimals)),
  };
}
