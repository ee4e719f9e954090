import type { Environment } from "../../../infra/environment.ts";
import type { EndpointRow } from "../endpoints/store.ts";
import type { AttemptError } from "./delivery.ts";

/** An endpoint that fails or keeps its deliveries waiting. It delays no other endpoint. */
export interface EndpointTrouble {
  webhookId: string;
  accountId: string;
  environment: Environment;
  name: string;
  /** `disabled`: Waybill disabled it because it failed. `slow`: it answers, but slower than its events come. */
  state: "disabled" | "failing" | "slow";
  since: number;
  /** Deliveries that wait, counted up to `waitingMax`. */
  waiting: number;
  /** Why most attempts of the last day failed; null if none did. */
  reason: AttemptError | null;
}

/** An exact larger number is not worth its cost. */
export const waitingMax = 1_000;

/** An endpoint with what it was sent in 24 hours, and what waits for it. */
export interface EndpointHealth {
  row: EndpointRow;
  /** Counted up to `waitingMax`. */
  waiting: number;
  oldestDueAt: number | null;
  attempts: number;
  succeeded: number;
}
