import { createSchedule, type Schedule } from "../../../infra/jobs/schedule.ts";
import type { DueDelivery, OpenEndpoint } from "./store.ts";

/** An endpoint that has something pending. */
export interface Lane {
  readonly webhookId: string;
  /** By the time of its account. */
  readonly schedule: Schedule;
  readonly time: LaneTime;
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

/** The time of the account to which a lane's endpoint belongs. */
interface LaneTime {
  /** Its time at a real time. */
  now(realNow: number): number;
  /** When a time of it comes, in real time. */
  toReal(at: number): number;
}

const realTime: LaneTime = { now: (realNow) => realNow, toReal: (at) => at };

export function createLane(webhookId: string, time = realTime): Lane {
  return {
    webhookId,
    time,
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

/** When it has something due, in real time. */
export function dueAtOf({ waiting, schedule, time }: Lane): number {
  return waiting.length > 0 ? Number.NEGATIVE_INFINITY : schedule.nextDue(time.toReal);
}

/** A delivery that begins. Call `answered` when the response is in, and `ended` when it is recorded. */
export interface Claim {
  readonly id: string;
  readonly accountId: string | null;
  /** It holds the row. */
  readonly schedule: Schedule;
  answered(succeeded: boolean): void;
  ended(): void;
}
