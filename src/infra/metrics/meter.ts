import type { DeliveryOutcome } from "../../access/usage/tally.ts";
import type { StorageMeter } from "../db/observers.ts";
import type { Environment } from "../environment.ts";

/** Is told what goes on, as it happens; what is only a state is asked for when somebody looks. */
export interface Meter extends StorageMeter {
  /** A request was answered; `route` is the operation's id, undefined where there is no such path. */
  request(route: string | undefined, status: number, durationMs: number): void;
  /** An attempt at a delivery was recorded. */
  delivery(environment: Environment, outcome: DeliveryOutcome): void;
}
