import { type Weekday, weekdays } from "@/delivery/carriers/kinds/fleet/words.ts";
import type { NumberValue } from "../../../number-value.ts";

/** A time that a service has for all days, or for each day of the week. */

export interface DayTimes {
  isByDay: boolean;
  /** For all days. */
  all: string;
  days: Record<Weekday, DayTime>;
}

interface DayTime {
  time: string;
  days_before: NumberValue;
}

/** The two names of the latest pickup in a card. */
export const latestNames = ["latest_pickup", "cut_off"] as const;
export type LatestName = (typeof latestNames)[number];

type ByDay = Partial<Record<Weekday, string | { time?: string; days_before?: number }>>;

export function dayTimesOf(times: string | ByDay | null | undefined): DayTimes {
  const byDay = typeof times === "object" && times !== null ? times : undefined;
  const timeOf = (day: Weekday): DayTime => {
    const at = byDay?.[day];
    if (typeof at === "object") return { time: at.time ?? "", days_before: at.days_before ?? "" };
    return { time: at ?? "", days_before: "" };
  };
  return {
    isByDay: byDay !== undefined,
    all: typeof times === "string" ? times : "",
    days: Object.fromEntries(weekdays.map((day) => [day, timeOf(day)])) as DayTimes["days"],
  };
}

/** The times of latest pickups, as the API takes them; undefined for none. */
export function latestOf({ isByDay, all, days }: DayTimes): string | Record<string, string> | undefined {
  if (!isByDay) return all === "" ? undefined : all;
  const filled = weekdays.flatMap((day) => (days[day].time === "" ? [] : [[day, days[day].time] as const]));
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}

/** Until when one orders, as the API takes it; undefined for any time. */
export function orderUntilOf({ isByDay, all, days }: DayTimes): string | Record<string, object> | undefined {
  if (!isByDay) return all === "" ? undefined : all;
  const filled = weekdays.flatMap((day) => {
    const { time, days_before } = days[day];
    if (time === "" && days_before === "") return [];
    return [[day, { ...(time !== "" && { time }), ...(days_before !== "" && { days_before }) }] as const];
  });
  return filled.length === 0 ? undefined : Object.fromEntries(filled);
}
