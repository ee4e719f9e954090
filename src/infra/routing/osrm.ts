import type { Coordinates } from "../geography/coordinates.ts";

/** The part of OSRM's HTTP API that Waybill uses. Source: project-osrm.org, "HTTP API", services `route` and `table`. */

/** From one point to the next, on roads. */
export interface Leg {
  /** Whole meters. */
  meters: number;
  seconds: number;
}

/** From each point (row) to each point (column), on roads; null where no road leads. */
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

export type Found<T> = { kind: "found"; value: T } | { kind: "no_way" } | { kind: "nonsense" };

/** The legs between so many points. */
export function readRoute(text: string, points: number): Found<Leg[]> {
  return read(text, (answer) => {
    const [route] = listIn(answer.routes);
    const legs = listIn(membersOf(route).legs).map(membersOf);
    if (legs.length !== points - 1) return undefined;
    const read = legs.map(({ distance, duration }) => ({ meters: distance, seconds: duration }));
    return read.every(isLeg) ? read.map(toWhole) : undefined;
  });
}

export function readTable(text: string, points: number): Found<TravelTable> {
  return read(text, ({ distances, durations }) => {
    const [meters, seconds] = [distances, durations].map((matrix) => listIn(matrix).map(listIn));
    return isMatrix(meters, points) && isMatrix(seconds, points) ? { meters, seconds } : undefined;
  });
}

function read<T>(text: string, pick: (answer: Record<string, unknown>) => T | undefined): Found<T> {
  const answer = membersOf(parsed(text));
  if (noWay.includes(answer.code)) return { kind: "no_way" };
  const value = answer.code === "Ok" ? pick(answer) : undefined;
  return value === undefined ? { kind: "nonsense" } : { kind: "found", value };
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
