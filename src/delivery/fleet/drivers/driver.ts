import type { Coordinates } from "../../../infra/geography/coordinates.ts";
import type { VehicleType } from "../../model/model.ts";

export interface Vehicle {
  type: VehicleType;
  plate: string | null;
}

/** How much a driver takes at a time; null: no limit of their own. */
export interface Capacity {
  assignments: number | null;
  weight_grams: number | null;
}

/** How many jobs one person can keep in mind whom Waybill asks. */
const askedAssignments = 5;

/** What a new driver gets if the dispatcher names none. Who assigns each job by hand sees how many there are. */
export function defaultCapacity(choice: "manual" | "nearest" | undefined): Capacity {
  return { assignments: choice === "nearest" ? askedAssignments : null, weight_grams: null };
}

/** First name and initial: all that senders and recipients learn of a name. `Kim van Berg` → `Kim B.` */
export function shortName(name: string): string {
  const [first = "", ...rest] = name.split(/\s+/u);
  const [initial] = rest.at(-1) ?? "";
  return initial === undefined ? first : `${first} ${initial.toUpperCase()}.`;
}

/** Where a driver is: the newest good position. Times are epoch milliseconds. */
export interface DriverPlace extends Coordinates {
  accuracyMeters: number | null;
  headingDegrees: number | null;
  speedMps: number | null;
  /** By our clock. */
  recordedAt: number;
  receivedAt: number;
}
