import type { Parcel } from "../../../model/model.ts";

/** Weights of a shipment, in grams. Contract "Rate card", Weight. */

/**
 * The weight that is charged: of each parcel the larger of its real and its dimensional weight. A parcel without all
 * sides has no dimensional weight.
 * @param divisor cubic centimeters per kilogram, which are cubic millimeters per gram; null: real weight only
 */
export function chargeableGrams(parcels: readonly Parcel[], divisor: number | null): bigint {
  return parcels.reduce((sum, parcel) => sum + gramsOf(parcel, divisor) * BigInt(parcel.quantity), 0n);
}

function gramsOf({ weight_grams, length_mm, width_mm, height_mm }: Parcel, divisor: number | null): bigint {
  const real = BigInt(weight_grams);
  if (divisor === null || length_mm === null || width_mm === null || height_mm === null) return real;
  const volume = BigInt(length_mm) * BigInt(width_mm) * BigInt(height_mm);
  const dimensional = (volume + BigInt(divisor) - 1n) / BigInt(divisor);
  return dimensional > real ? dimensional : real;
}

/** The known sides of a parcel, longest first. */
export function sidesOf({ length_mm, width_mm, height_mm }: Parcel): number[] {
  return [length_mm, width_mm, height_mm].filter((side) => side !== null).sort((a, b) => b - a);
}
