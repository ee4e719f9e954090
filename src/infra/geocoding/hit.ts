import { type Coordinates, isLatitude, isLongitude } from "../geography/coordinates.ts";

/** What a geocoder found, whatever its dialect. */

/** How exactly a geocoder knows a place, the best first. */
export const placePrecisions = ["house", "street", "area", "town"] as const;
export type PlacePrecision = (typeof placePrecisions)[number];

export interface Hit extends Coordinates {
  precision: PlacePrecision;
  /** For people; at most 200 characters on one line. */
  label: string;
  /** ISO 3166-1 alpha-2, upper case. */
  country: string;
  houseNumber: string | null;
  street: string | null;
  postalCode: string | null;
  /** Its code where the geocoder says it, or else its name. */
  state: string | null;
  /** Names of the town and of its parts, the town first. */
  towns: readonly string[];
  /** How far from the point it reaches, meters; null where the geocoder does not say. */
  reachMeters: number | null;
}

/** Hits, the best first, and who is to be named beside them. */
export interface Hits {
  hits: Hit[];
  /** Null where the geocoder names nobody. */
  attribution: string | null;
}

/** More are not read: a geocoder was asked for fewer. */
export const hitsMax = 10;
const labelLengthMax = 200;
const partLengthMax = 100;

/** A text of a geocoder on one line; null where it is none. */
export function plainText(value: unknown, lengthMax = partLengthMax): string | null {
  if (typeof value !== "string") return null;
  const text = value.slice(0, 4 * lengthMax).replace(/[\p{C}\p{Z}\s]+/gu, " ");
  return [...text.trim()].slice(0, lengthMax).join("").trim() || null;
}

export function labelOf(parts: readonly (string | null)[]): string {
  return plainText(parts.filter(Boolean).join(", "), labelLengthMax) ?? "";
}

/** A point on the earth; undefined for what is none, and for 0/0, which stands for an unknown place. */
export function pointIn(latitude: unknown, longitude: unknown): Coordinates | undefined {
  const point = { latitude: numberIn(latitude), longitude: numberIn(longitude) };
  const isPoint = isLatitude(point.latitude) && isLongitude(point.longitude);
  return isPoint && (point.latitude !== 0 || point.longitude !== 0) ? point : undefined;
}

/** NaN for what is no number; some geocoders write numbers as texts. */
export function numberIn(value: unknown): number {
  return typeof value === "number" || (typeof value === "string" && value.trim() !== "")
    ? Number(value)
    : Number.NaN;
}

export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Undefined for a text that is no JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
