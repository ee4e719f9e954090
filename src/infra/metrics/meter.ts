import type { StorageMeter } from "../db/observers.ts";
import type { Environment } from "../environment.ts";

/** Counts what happens, as it happens. A state is read when somebody asks for the metrics. */
export interface Meter extends StorageMeter {
  /** A request was answered. `route` is the operation's id; undefined if the path does not exist. */
  request(route: string | undefined, status: number, durationMs: number): void;
  /** An attempt at a webhook delivery was recorded. */
  delivery(environment: Environment, result: string): void;
}
