import type { GpsFault, Outcome } from "../model.ts";
import type { Script } from "./schema.ts";
import type { ScriptedRide } from "./step-schema.ts";

/** What `simulation.outcome` tells of a shipment with a script of its own. */
export const scripted = "scripted";

/** What the sandbox does with a shipment. Contract §9. */
export interface Simulation {
  speed: number | "instant" | "manual";
  seed: string;
  /** A script by its name, or `scripted`. */
  outcome: Outcome | typeof scripted;
  /** Missing where none were asked for. */
  gps_faults?: GpsFault[];
  /** Stored only: the driver's route from pickup to delivery, as an encoded polyline. Missing where Waybill makes one. */
  route?: string;
  /** Stored only, for `scripted` shipments. Their redaction deletes it. */
  script?: Script;
  /** Stored only: the caller did not ask for a simulation, so every carrier may make an offer. */
  isDefault?: true;
}

/** Between two positions of a ride that does not say it. */
export const positionEverySeconds = 2;

/** The first is at its start. */
export function countPositions({
  lasting_seconds: lasting,
  every_seconds: every = positionEverySeconds,
}: ScriptedRide): number {
  return Math.floor(lasting / every) + 1;
}
