import type { ScriptedRide } from "./step-schema.ts";

/** Between two positions of a ride that does not say it. */
export const positionEverySeconds = 2;

/** The first is at its start. */
export function countPositions({
  lasting_seconds: lasting,
  every_seconds: every = positionEverySeconds,
}: ScriptedRide): number {
  return Math.floor(lasting / every) + 1;
}
