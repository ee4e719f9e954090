import type { StorageMeter } from "../db/observers.ts";
import type { Environment } from "../environment.ts";

/** Counts events as they happen. Gauges are read when somebody requests the metrics. */
export interface Meter extends StorageMeter {
  /** A request was answered. `route` is the operation's id; undefined if the path does not exist. */
  request(route: string | undefined, status: number, durationMs: number): void;
  /** Entries of the request log were dropped. */
  droppedRequests(count: number): void;
  /** A webhook delivery attempt was recorded. */
  delivery(environment: Environment, result: string): void;
}
