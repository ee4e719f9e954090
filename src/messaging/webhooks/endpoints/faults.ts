/**
 * Fault injection: duplicates, reordering, delays and lost attempts, so that integrators can test their receiver.
 * Sandbox only.
 */

export const delaySecondsMax = 3600;
/** Longer than the next events of a sandbox usually take to be made and sent. */
const reorderMs = 10_000;

export interface Faults {
  /** The probability that a delivery is sent twice, 0–1. */
  duplicate: number;
  /** The probability that a delivery is held for ten seconds, so that later ones overtake it, 0–1. */
  reorder: number;
  delaySeconds: number;
  dropFirstAttempt: boolean;
}

/**
 * The extra delay of each copy of a delivery, in ms, one entry for each copy.
 * @param random returns a new number in [0, 1) at each call
 */
export function copyDelaysMs(faults: Faults | null, random: () => number): number[] {
  if (faults === null) return [0];
  const copies = random() < faults.duplicate ? 2 : 1;
  return Array.from({ length: copies }, () => {
    const heldMs = random() < faults.reorder ? reorderMs : 0;
    return faults.delaySeconds * 1000 + heldMs;
  });
}

/** Whether an attempt fails without being sent. `made` counts the attempts before it. */
export function isDropped(faults: Faults | null, made: number): boolean {
  return faults?.dropFirstAttempt === true && made === 0;
}
