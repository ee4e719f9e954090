import { hourMs, minuteMs } from "../../../infra/units.ts";

/** Standing orders: what becomes of each of their days. */

/** How many an account may have in each environment. */
export const schedulesMax = 1_000;
export const skipDatesMax = 400;
/** Two weeks: windows may start within 30 days. */
export const createHoursBeforeMax = 336;
export const createHoursBeforeDefault = 24;

/**
 * `waiting`: its time has come, and its shipment is made, or a carrier is looked for. `created`: it is done. `failed`: it
 * is tried again. `missed`: it failed until its pickup window was over.
 */
export const dayStatuses = ["waiting", "created", "failed", "missed"] as const;
export type DayStatus = (typeof dayStatuses)[number];

/** Why a day failed, as an error says it. */
export interface DayProblem {
  code: string;
  title: string;
  detail: string;
}

/** Carriers answer within about ten seconds. */
export const lookAgainMs = 2_000;

/** When a day that failed is tried again: soon, then every quarter of an hour. */
const retriesMs = [minuteMs, 5 * minuteMs];
const retryMs = hourMs / 4;

/** @param tries how often it failed, the last time counted */
export function retryAfterMs(tries: number): number {
  return retriesMs[tries - 1] ?? retryMs;
}

export function dayId(scheduleId: string, date: string): string {
  return `${scheduleId}/${date}`;
}
