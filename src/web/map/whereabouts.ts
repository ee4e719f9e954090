import type { Place } from "./place.ts";

/** Where an address is, as the API shows it. */
export interface Whereabouts {
  city: string;
  latitude: number | null;
  longitude: number | null;
  /** Missing in what older versions kept. */
  area?: (Place & { radius_meters: number }) | null;
}

/** The place of an address, or the circle that it lies in; undefined where not even the town is known. */
export function spotOf({
  latitude,
  longitude,
  area,
}: Whereabouts): (Place & { radiusMeters?: number }) | undefined {
  if (latitude !== null && longitude !== null) return { latitude, longitude };
  return area
    ? { latitude: area.latitude, longitude: area.longitude, radiusMeters: area.radius_meters }
    : undefined;
}
