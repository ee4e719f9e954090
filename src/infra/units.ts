/** Units of time, of size and of money, and how people read them. */

/** Durations in milliseconds. A UTC day always has the same length. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const hoursPerDay = 24;
export const dayMs = hoursPerDay * hourMs;

/** Sizes in bytes. */
export const bytesPerKb = 1024;
export const bytesPerMb = 1024 * bytesPerKb;

/** The largest amount that anybody sends, in minor units: the sum of thousands is still an exact number. */
export const amountMax = 1e12;

/** As people read it: `128 KiB`, `1 MiB`. */
export function sizeText(bytes: number): string {
  if (bytes % bytesPerMb === 0) return `${bytes / bytesPerMb} MiB`;
  return bytes % bytesPerKb === 0 ? `${bytes / bytesPerKb} KiB` : `${bytes} bytes`;
}

/** How people write weights and lengths: kilograms and centimeters, or pounds and inches. */
export const unitSystems = ["metric", "imperial"] as const;
export type UnitSystem = (typeof unitSystems)[number];
