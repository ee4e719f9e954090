import type { FieldError } from "@/infra/errors.ts";
import { type Hours, hoursOf, latestPickups, scheduleOf } from "./hours.ts";
import { dayMinutes } from "./local-time.ts";
import type { RateCard } from "./schema.ts";
import { weekdays } from "./words.ts";

type Service = RateCard["services"][number];

const weekMinutes = 7 * dayMinutes;

/** Hours of a service that overlap, or that leave no time for a pickup. */
export function hourErrors(service: Service, pointer: string): FieldError[] {
  const { hours } = service;
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
  const { week, latestName } = scheduleOf(service);
  const isReachable = week.some((day) => day.some(({ from, cutOff }) => cutOff === null || from <= cutOff));
  if (!isReachable) {
    const detail = "must not be before every opening: no pickup would be possible";
    errors.push({ pointer: `${pointer}/${latestName}`, code: "contradictory", detail });
  }
  if (hasTwoLatest(service)) {
    const detail = "must be the same as cut_off, which is its other name: send one of them";
    errors.push({ pointer: `${pointer}/latest_pickup`, code: "contradictory", detail });
  }
  return errors;
}

/** Whether the two names of the last pickup say different things. */
function hasTwoLatest(service: Service): boolean {
  if (service.latest_pickup == null || service.cut_off == null) return false;
  const [one, other] = [latestPickups(service), latestPickups({ ...service, latest_pickup: null })];
  return one.some((time, day) => time !== other[day]);
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
