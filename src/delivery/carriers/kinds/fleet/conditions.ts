import { minuteMs } from "@/infra/units.ts";
import { type Hours, hoursBetween, type Times } from "./hours.ts";
import { dayOfDate } from "./local-time.ts";
import type { Surcharge } from "./price.ts";
import type { RateCard } from "./schema.ts";
import { type RequirementWord, type StopWord, weekdays } from "./words.ts";

/** Surcharges with what must hold for them. */

type CardSurcharge = NonNullable<RateCard["services"][number]["surcharges"]>[number];

export interface ConditionalSurcharge extends Surcharge {
  /** Where times and the zone are judged. */
  at: StopWord;
  /** Its place in the card. */
  zone: number | null;
  times: Times | null;
  requirement: RequirementWord | null;
  sideOverMm: number | null;
  weightOverGrams: number | null;
  windowUnderMs: number | null;
}

/** @param indexOf the place of a zone in the card, by its code */
export function prepareSurcharge(
  { code, name, amount, percent, percent_of, when }: CardSurcharge,
  source: string,
  indexOf: (zone: string) => number,
): ConditionalSurcharge {
  const days = when?.days ? new Set(when.days.map((day) => weekdays.indexOf(day))) : null;
  const dates = when?.dates ? new Set(when.dates.map(dayOfDate)) : null;
  const hours: Hours | null = when?.from && when.to ? hoursBetween(when.from, when.to) : null;
  return {
    code,
    name,
    amount: amount === undefined ? null : BigInt(amount),
    basisPoints: percent === undefined ? null : BigInt(Math.round(percent * 100)),
    isOfAll: percent_of === "all_before",
    source,
    at: when?.at ?? "pickup",
    zone: when?.zone === undefined ? null : indexOf(when.zone),
    times: days === null && dates === null && hours === null ? null : { weekdays: days, dates, hours },
    requirement: when?.requirement ?? null,
    sideOverMm: when?.side_over_mm ?? null,
    weightOverGrams: when?.weight_over_grams ?? null,
    windowUnderMs: when?.window_under_minutes === undefined ? null : when.window_under_minutes * minuteMs,
  };
}
