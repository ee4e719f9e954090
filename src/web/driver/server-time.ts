import { systemClock } from "../../infra/clock.ts";

/** What time it is for the server, as its responses say: the phone's clock may be wrong. */

/** The header has whole seconds, and a response takes its time. */
const unsteadyMs = 3_000;

let aheadMs = 0;

/** Reads the header `Date`. */
export function rememberServerTime({ headers }: Response): void {
  const differenceMs = Date.parse(headers.get("date") ?? "") - systemClock.now();
  aheadMs = Math.abs(differenceMs) >= unsteadyMs ? differenceMs : 0;
}

/** @param phoneMs a time by the phone's clock */
export function toServerTime(phoneMs: number): number {
  return phoneMs + aheadMs;
}

/** @param timestamp of the server @returns the time by the phone's clock */
export function toPhoneTime(timestamp: string | null): number | null {
  return timestamp === null ? null : Date.parse(timestamp) - aheadMs;
}
