/**
 * Faults on purpose: what an unlucky network does to deliveries, so that integrators see whether their receiver
 * copes. Sandbox only.
 */

export const delaySecondsMax = 3600;
/** Longer than what follows in a sandbox usually takes to be made and sent. */
const reorderMs = 10_000;

export interface Faults {
  /** How likely a delivery is made twice, 0–1. */
  duplicate: number;
  /** How likely a delivery is held for ten seconds, so that later ones overtake it, 0–1. */
  reorder: number;
  delaySeconds: number;
  dropFirstAttempt: boolean;
}

/**
 * How much later than usual each copy of a delivery is due, in ms: as many as are to be made.
 * @param random a number in [0, 1), a new one at each call
 */
export function copyDelaysMs(faults: Faults | null, random: () => number): number[] {
  if (faults === null) return [0];
  const copies = random() < faults.duplicate ? 2 : 1;
  return Array.from({ length: copies }, () => {
    const heldMs = random() < faults.reorder ? reorderMs : 0;
    return faults.delaySeconds * 1000 + heldMs;
  });
}

/** Whether an attempt is to fail without being sent; `made` is how many were made before. */
export function isDropped(faults: Faults | null, made: number): boolean {
  return faults?.dropFirstAttempt === true && made === 0;
}
