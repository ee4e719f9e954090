import { type Coordinates, distanceMeters, wrapLongitude } from "../../../infra/geography/coordinates.ts";
import { dayMs } from "../../../infra/units.ts";

/** What handovers of own riders say about where an address is. Contract-day §1. */

/** Where a rider handed over, and when. */
export interface Handover extends Coordinates {
  addressHash: string;
  handedOverAt: number;
}

/** The place is the median of so many, the newest. */
export const handoversRead = 10;
const agreeMeters = 60;
/** A rider who taps what was handed over before, at the next door or on the way, taps several at one place. */
export const doubtMs = 90_000;
const doubtMeters = 30;

/** Whether one rider's taps for two addresses are so near each other that at most one can be at its door. */
export function areDoubtful(one: Handover, other: Handover): boolean {
  return (
    one.addressHash !== other.addressHash &&
    Math.abs(one.handedOverAt - other.handedOverAt) <= doubtMs &&
    distanceMeters(one, other) <= doubtMeters
  );
}

/** The place of an address: undefined unless two handovers of different days agree, with each other and with the median. */
export function learnedFrom(handovers: readonly Handover[]): Coordinates | undefined {
  if (handovers.length < 2) return undefined;
  const [first] = handovers as [Handover];
  const place = {
    latitude: median(handovers.map(({ latitude }) => latitude)),
    // Counted from the first, so that the median is right on both sides of the date line.
    longitude: wrapLongitude(
      first.longitude + median(handovers.map(({ longitude }) => wrapLongitude(longitude - first.longitude))),
    ),
  };
  const near = handovers.filter((each) => distanceMeters(each, place) <= agreeMeters);
  const isAgreed = near.some((one, index) =>
    near
      .slice(index + 1)
      .some((other) => dayOf(one) !== dayOf(other) && distanceMeters(one, other) <= agreeMeters),
  );
  return isAgreed ? place : undefined;
}

/** The day by the sun: near enough to the day of the people there. */
function dayOf({ handedOverAt, longitude }: Handover): number {
  return Math.floor((handedOverAt + (longitude / 360) * dayMs) / dayMs);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  const [low = 0, high = 0] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]];
  return (low + high) / 2;
}
