import { createSchedule, type Schedule } from "../../../infra/jobs/schedule.ts";
import type { DueDelivery, OpenEndpoint } from "./store.ts";

/** An endpoint that has something pending. */
export interface Lane {
  readonly webhookId: string;
  readonly schedule: Schedule;
  /** Deliveries that were read, the earliest last. The row decides when one is sent. */
  waiting: DueDelivery[];
  /** Undefined: it must be read. */
  endpoint: OpenEndpoint | undefined;
  inFlight: number;
  /** In flight, or not recorded yet. */
  busy: number;
  isFailing: boolean;
  mayStartAt: number;
  /** When its own limits kept a due delivery back last. */
  heldAt: number;
}

export function createLane(webhookId: string): Lane {
  return {
    webhookId,
    schedule: createSchedule({ from: Number.POSITIVE_INFINITY }),
    waiting: [],
    endpoint: undefined,
    inFlight: 0,
    busy: 0,
    isFailing: false,
    mayStartAt: 0,
    heldAt: Number.NEGATIVE_INFINITY,
  };
}

export function hasDue({ waiting, schedule }: Lane, now: number): boolean {
  return waiting.length > 0 || schedule.nextDue() <= now;
}
