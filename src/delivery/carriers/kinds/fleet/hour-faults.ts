import type { FieldError } from "../../../../infra/errors.ts";
import { type Hours, hoursOf, scheduleOf } from "./hours.ts";
import { dayMinutes } from "./local-time.ts";
import type { RateCard } from "./schema.ts";
import { weekdays } from "./words.ts";

type Service = RateCard["services"][number];

const weekMinutes = 7 * dayMinutes;

/** Hours of a service that overlap, or that leave no time for a pickup. */
export function hourErrors(service: Service, pointer: string): FieldError[] {
  const { hours, cut_off } = service;
  if (hours && weekdays.every((day) => (hours[day] ?? []).length === 0)) {
    return [{ pointer: `${pointer}/hours`, code: "required", detail: "must have at least one opening" }];
  }
  const openings = weekdays.flatMap((day, index) =>
    (hours?.[day] ?? []).map((text, place) => ({
      ...fromMonday(hoursOf(text), index),
      pointer: `${pointer}/hours/${day}/${place}`,
    })),
  );
  const errors = overlapping(openings).map((place) => ({
    pointer: place,
    code: "overlap",
    detail: "must not overlap with another opening",
  }));
  const isReachable = scheduleOf(service).week.some((day) =>
    day.some(({ from, cutOff }) => cutOff === null || from <= cutOff),
  );
  if (cut_off && !isReachable) {
    const detail = "must not be before every opening: no pickup would be possible";
    errors.push({ pointer: `${pointer}/cut_off`, code: "contradictory", detail });
  }
  return errors;
}

interface Placed extends Hours {
  pointer: string;
}

function fromMonday({ from, to }: Hours, day: number): Hours {
  return { from: from + day * dayMinutes, to: to + day * dayMinutes };
}

/** The pointers of openings that begin before an earlier one has ended. Sunday's can run into Monday. */
function overlapping(openings: readonly Placed[]): string[] {
  const sorted = [...openings].sort((a, b) => a.from - b.from || a.to - b.to);
  const first = sorted[0];
  if (!first) return [];
  const last = sorted.reduce((latest, opening) => (opening.to > latest.to ? opening : latest));
  const found = sorted.filter((opening, index) =>
    sorted.slice(0, index).some((earlier) => opening.from < earlier.to),
  );
  const runsIntoFirst = last.to - weekMinutes > first.from;
  return [...new Set([...found.map(({ pointer }) => pointer), ...(runsIntoFirst ? [last.pointer] : [])])];
}
