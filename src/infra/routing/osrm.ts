import { type Coordinates, distanceMeters } from "../geography/coordinates.ts";
import { canBeWay, type Moved } from "./belief.ts";

/** The part of OSRM's HTTP API that Waybill uses. Source: project-osrm.org, "HTTP API", services `route` and `table`. */

/** From one point to the next, on roads. */
export interface Leg {
  /** Whole meters. */
  meters: number;
  seconds: number;
}

/** From each point (row) to each point (column), on roads; null where no road leads, or none that can be believed. */
export interface TravelTable {
  meters: (number | null)[][];
  seconds: (number | null)[][];
}

/** OSRM wants a profile in the path and serves the one it was built with. */
const profile = "v1/driving";

export function routeUrl(base: string, points: readonly Coordinates[]): string {
  return `${base}/route/${profile}/${listOf(points)}?overview=false`;
}

export function tableUrl(base: string, points: readonly Coordinates[]): string {
  return `${base}/table/${profile}/${listOf(points)}?annotations=duration,distance`;
}

/** Six decimals are a tenth of a meter. OSRM puts longitude first. */
function listOf(points: readonly Coordinates[]): string {
  return points.map(({ latitude, longitude }) => `${longitude.toFixed(6)},${latitude.toFixed(6)}`).join(";");
}

/** What the server says besides "Ok". Such an answer is right: no road leads there. */
const noWay: readonly unknown[] = ["NoRoute", "NoSegment", "NoTable"];

/** `elsewhere`: the answer fits OSRM's API, and is about other places than those that were asked. */
export type Found<T> =
  | { kind: "found"; value: T }
  | { kind: "no_way" }
  | { kind: "elsewhere" }
  | { kind: "nonsense" };

/** The legs between the points. One that cannot be believed spoils the whole way. */
export function readRoute(text: string, points: readonly Coordinates[]): Found<Leg[]> {
  return read(text, (answer) => {
    const [route] = listIn(answer.routes);
    const legs = listIn(membersOf(route).legs).map(membersOf);
    if (legs.length !== points.length - 1) return undefined;
    const read = legs.map(({ distance, duration }) => ({ meters: distance, seconds: duration }));
    if (!read.every(isLeg)) return undefined;
    const moved = movedOf(answer.waypoints, points);
    const isBelieved = read.every(({ meters }, at) => isWay(meters, points, moved, moved, at, at + 1));
    return isBelieved ? { kind: "found", value: read.map(toWhole) } : { kind: "elsewhere" };
  });
}

/** Cells that cannot be believed are null. */
export function readTable(text: string, points: readonly Coordinates[]): Found<TravelTable> {
  return read(text, ({ distances, durations, sources, destinations }) => {
    const [meters, seconds] = [distances, durations].map((matrix) => listIn(matrix).map(listIn));
    if (!isMatrix(meters, points.length) || !isMatrix(seconds, points.length)) return undefined;
    const [from, to] = [movedOf(sources, points), movedOf(destinations, points)];
    const believed = (matrix: (number | null)[][]) =>
      matrix.map((row, start) =>
        row.map((cell, end) => {
          const way = meters[start]?.[end] ?? null;
          return start === end || (way !== null && isWay(way, points, from, to, start, end)) ? cell : null;
        }),
      );
    return { kind: "found", value: { meters: believed(meters), seconds: believed(seconds) } };
  });
}

function isWay(
  meters: number,
  points: readonly Coordinates[],
  from: Moved,
  to: Moved,
  start: number,
  end: number,
): boolean {
  const [begins, ends] = [points[start], points[end]];
  return begins !== undefined && ends !== undefined && canBeWay(meters, begins, ends, [from[start], to[end]]);
}

/** How far the server moved each point; older servers say where to and not how far. */
function movedOf(waypoints: unknown, points: readonly Coordinates[]): Moved {
  const list = listIn(waypoints);
  if (list.length !== points.length) return points.map(() => undefined);
  return points.map((point, index) => {
    const { distance, location } = membersOf(list[index]);
    if (isAmount(distance)) return distance;
    const [longitude, latitude] = listIn(location);
    const isPlace = Number.isFinite(longitude) && Number.isFinite(latitude);
    return isPlace ? distanceMeters(point, { longitude, latitude } as Coordinates) : undefined;
  });
}

function read<T>(text: string, pick: (answer: Record<string, unknown>) => Found<T> | undefined): Found<T> {
  const answer = membersOf(parsed(text));
  if (noWay.includes(answer.code)) return { kind: "no_way" };
  return (answer.code === "Ok" ? pick(answer) : undefined) ?? { kind: "nonsense" };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const isAmount = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

function isLeg(leg: { meters: unknown; seconds: unknown }): leg is Leg {
  return isAmount(leg.meters) && isAmount(leg.seconds);
}

const toWhole = ({ meters, seconds }: Leg): Leg => ({ meters: Math.round(meters), seconds });

function isMatrix(rows: unknown[][] | undefined, size: number): rows is (number | null)[][] {
  const isCell = (cell: unknown) => cell === null || isAmount(cell);
  return rows?.length === size && rows.every((row) => row.length === size && row.every(isCell));
}
