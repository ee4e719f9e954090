import type { Parcel } from "./model.ts";

/** How many pieces these parcels are. */
export function countPieces(parcels: readonly Pick<Parcel, "quantity">[]): number {
  return parcels.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** The parcel that the piece with this number belongs to; pieces are numbered from 1, in the order of the parcels. */
export function parcelOfPiece(parcels: readonly Parcel[], piece: number): Parcel | undefined {
  let last = 0;
  return parcels.find(({ quantity }) => {
    last += quantity;
    return piece <= last;
  });
}

/** What they weigh together, in grams. At most 5 × 10^13: an exact number. */
export function gramsOf(parcels: readonly Pick<Parcel, "quantity" | "weight_grams">[]): number {
  return parcels.reduce((sum, { quantity, weight_grams }) => sum + quantity * weight_grams, 0);
}
