import { toTimestamp } from "../../infra/clock.ts";
import type { PositionContent } from "./queue.ts";

/** Positions of the phone, as reports have them. */

const speedMaxMps = 1_000;
const accuracyMaxMeters = 1_000_000;

/** What browsers tell of a place: <https://www.w3.org/TR/geolocation/#coordinates_interface>. */
export interface PhonePosition {
  coords: {
    latitude: number;
    longitude: number;
    accuracy: number;
    heading: number | null;
    speed: number | null;
  };
  timestamp: number;
}

/** Heading is NaN for a phone that stands still. */
export function positionOf({ coords }: PhonePosition): PositionContent {
  const { latitude, longitude, accuracy, heading, speed } = coords;
  return {
    type: "position",
    latitude,
    longitude,
    accuracy_meters: isNumber(accuracy) ? Math.min(Math.ceil(accuracy), accuracyMaxMeters) : null,
    heading_degrees: isNumber(heading) ? ((Math.round(heading) % 360) + 360) % 360 : null,
    speed_mps: isNumber(speed) && speed >= 0 ? Math.min(speed, speedMaxMps) : null,
  };
}

export const timeOf = ({ timestamp }: PhonePosition) => toTimestamp(Math.round(timestamp));

function isNumber(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}
