import type { Tone } from "../theme.ts";

/** The counts of one day: `2026-01-31` and a number for each series. */
export type Day = { day: string } & Record<string, string | number>;

export interface Series {
  /** Name of its count in each day. */
  name: string;
  label: string;
  tone: Tone;
}
