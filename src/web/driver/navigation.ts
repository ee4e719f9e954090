import type { DriverStop } from "./wire.ts";

/** Links that open the phone's own apps. */

/** Address on one line, as people and maps read it. */
export function addressLine({ line1, line2, postal_code, city }: DriverStop["address"]): string {
  const town = [postal_code, city].filter(Boolean).join(" ");
  return [line1, line2, town].filter(Boolean).join(", ");
}

/** A place that is known exactly; towns are no place to drive to. */
export function placeOf({ address }: DriverStop): { latitude: number; longitude: number } | null {
  const { latitude, longitude, geocode_source: source, geocode_precision: precision } = address;
  const isKnown = source === "client" || precision === "house" || precision === "street";
  if (latitude == null || longitude == null || !isKnown) return null;
  return { latitude, longitude };
}

/**
 * The phone's own navigation. RFC 5870 with Android's `q`, which sets a pin: Apple's phones know no `geo:` and have a
 * scheme of their own, <https://developer.apple.com/library/archive/featuredarticles/iPhoneURLScheme_Reference/>.
 */
export function navigationLink(stop: DriverStop, userAgent: string): string {
  const place = placeOf(stop);
  const point = place && `${place.latitude},${place.longitude}`;
  const text = encodeURIComponent(`${addressLine(stop.address)}, ${stop.address.country}`);
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `maps://?daddr=${point ?? text}`;
  return `geo:${point ?? "0,0"}?q=${point ?? text}`;
}

export const callLink = (phone: string) => `tel:${phone}`;
export const messageLink = (phone: string) => `sms:${phone}`;
