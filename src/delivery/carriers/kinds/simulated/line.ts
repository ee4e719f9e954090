import distance from "@turf/distance";
import { type Coordinates, toPosition } from "@/infra/geography/coordinates.ts";
import { greatCircle } from "@/infra/geography/great-circle.ts";
import { asRoute, type Route } from "./route.ts";

/** A stretch of a line: straight on the ground. */
interface Stretch {
  from: Coordinates;
  to: Coordinates;
  meters: number;
  /** The length of the line up to its end. */
  endsAt: number;
}

/** The route along a line, from its first point to its last. */
export function followLine(points: readonly [Coordinates, ...Coordinates[]]): Route {
  const [start] = points;
  const stretches = measure(points);
  const last = stretches.at(-1);
  const lengthMeters = last?.endsAt ?? 0;
  return asRoute(lengthMeters, (fraction) => {
    const meters = fraction * lengthMeters;
    const stretch = fraction < 1 ? stretches.find(({ endsAt }) => endsAt > meters) : undefined;
    if (fraction <= 0 || !last) return start;
    if (!stretch) return last.to;
    const circle = greatCircle(stretch.from, stretch.to);
    const share = 1 - (stretch.endsAt - meters) / stretch.meters;
    return circle.at(share * circle.lengthRadians, 0);
  });
}

/** Points that repeat the one before them make no stretch. */
function measure(points: readonly Coordinates[]): Stretch[] {
  let endsAt = 0;
  return points.slice(1).flatMap((to, place): Stretch[] => {
    const from = points[place] ?? to;
    const meters = distance(toPosition(from), toPosition(to), { units: "meters" });
    endsAt += meters;
    return meters > 0 ? [{ from, to, meters, endsAt }] : [];
  });
}
