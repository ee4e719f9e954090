import type { Histogram } from "../../access/usage/latency.ts";
import { hourMs } from "../../infra/units.ts";

/** What Waybill counts of a carrier's answers. */

const hoursKept = 24;

export interface Hour {
  /** Counted from the epoch. */
  hour: number;
  asked: number;
  answered: number;
  latencies: Histogram;
}

/** `message` is for the carrier's owner. */
export interface CallError {
  at: number;
  message: string;
}

/** Whether the hour is one of those that count. */
export function isRecent(hour: number, now: number): boolean {
  return Math.floor(now / hourMs) - hour < hoursKept;
}
