import { distanceMeters, pointOf } from "@/infra/geography/coordinates.ts";
import type { Address } from "../../../model/model.ts";

/** How far a driver goes between the stops, and who says so. */
export interface Distance {
  meters: number;
  source: "great_circle" | "router";
}

/** Streets are longer than the straight line: tenths of it. */
const detourTenths = 13;

/** The great circle × 1.3, half up; null if the place of a stop is not known. Contract "Rate card", Distance. */
export function greatCircleDistance(pickup: Address, delivery: Address): Distance | null {
  const from = pointOf(pickup);
  const to = pointOf(delivery);
  if (!from || !to) return null;
  return { meters: Math.round((distanceMeters(from, to) * detourTenths) / 10), source: "great_circle" };
}
