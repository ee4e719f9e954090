import { timeZoneOf } from "@/infra/geography/country-time-zone.ts";
import { locateTown } from "@/infra/geography/town.ts";
import type { CellTime } from "../columns/field.ts";
import type { ReadAddress } from "./address.ts";
import type { Cells } from "./cells.ts";

/** Days and times of day at a stop, as a window. */

/** Finds the time zone of a place. */
export type ZoneAt = (place: { latitude: number; longitude: number }) => string;

/** A time without an end is one of so many minutes. */
const assumedMinutes = 60;
/** What ends by then is of the next day. */
const lateNight = "06:00";

/** The time zone of a stop; null where only a known place could tell. */
export function zoneOf(address: ReadAddress, zoneAt: ZoneAt, now: number): string | null {
  const { country, city, state, postal_code, latitude, longitude } = address;
  if (latitude !== undefined && longitude !== undefined && isOnEarth(latitude, longitude))
    return zoneAt({ latitude, longitude });
  if (country === undefined) return null;
  const zone = timeZoneOf(country, now);
  if (zone !== null || city === undefined) return zone;
  const town = locateTown({ city, country, ...(state && { state }), ...(postal_code && { postal_code }) });
  return town ? zoneAt(town.center) : null;
}

function isOnEarth(latitude: number, longitude: number): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
}

/** The day of a moment, `YYYY-MM-DD`. */
export function dayIn(zone: string | null, at: number): string {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(zone ?? "UTC")
    .toPlainDate()
    .toString();
}

/** What the cells of a stop say of its window. */
export interface ReadTimes {
  date: CellTime | undefined;
  time: CellTime | undefined;
  start: CellTime | undefined;
  end: CellTime | undefined;
}

export function readTimes(
  cells: Cells,
  prefix: string,
  around: { country: string | null; today: string },
): ReadTimes {
  return {
    date: cells.read(`${prefix}window.date`, "date", around),
    time: cells.read(`${prefix}window.time`, "time", around),
    start: cells.read(`${prefix}window.start`, "time", around),
    end: cells.read(`${prefix}window.end`, "time", around),
  };
}

/** The day that the cells of a stop name. */
export function dayOf({ date, start, time, end }: ReadTimes): string | undefined {
  return date?.date ?? start?.date ?? time?.date ?? end?.date;
}

/**
 * The window of a stop; undefined where the cells name none. Times without a day are of `otherDay`.
 * @param prefix of the fields, to which faults belong
 */
export function windowOf(
  cells: Cells,
  prefix: string,
  times: ReadTimes,
  { zone, otherDay }: { zone: string | null; otherDay: string | undefined },
): { start: string; end: string } | undefined {
  const { date, time, start, end } = times;
  if (![date, time, start, end].some((each) => each !== undefined)) return undefined;
  const field = (...names: string[]) => {
    const found = names.find((name) => cells.text(`${prefix}window.${name}`) !== undefined);
    return `${prefix}window.${found ?? names[0]}`;
  };
  const day = dayOf(times) ?? otherDay;
  const from = start?.from ?? time?.from ?? date?.from;
  const until = end?.from ?? end?.until ?? start?.until ?? time?.until ?? date?.until;
  const exactStart = start?.instant ?? time?.instant ?? date?.instant;
  const exactEnd = end?.instant;
  if (exactStart !== undefined && exactEnd !== undefined) return { start: exactStart, end: exactEnd };
  // A day that cannot be read says so itself.
  if (day === undefined && cells.faults.some((fault) => fault.field === `${prefix}window.date`))
    return undefined;
  if (day === undefined && exactStart === undefined) {
    const detail = "has no day: choose a column for it, or a date in the defaults";
    cells.refuse(field("time", "start", "end"), { code: "date_missing", detail });
    return undefined;
  }
  if (zone === null && exactStart === undefined) {
    const detail =
      "must have an offset, such as 2026-12-24T10:00+01:00: the time zone of this place is unknown";
    cells.refuse(field("date", "start", "time", "end"), { code: "time_zone_unknown", detail });
    return undefined;
  }
  const at = (date: string, clock: string) => momentOf(date, clock, zone ?? "UTC");
  if (exactStart !== undefined) {
    const endAt = exactEnd ?? (until !== undefined && day !== undefined ? at(day, until) : undefined);
    return { start: exactStart, end: endAt ?? later(cells, field("start", "time", "date"), exactStart) };
  }
  const today = day as string;
  if (from === undefined && until === undefined) {
    return { start: at(today, "00:00"), end: at(nextDay(today), "00:00") };
  }
  const startAt = at(start?.date ?? today, from ?? "00:00");
  if (until === undefined && exactEnd === undefined)
    return { start: startAt, end: later(cells, field("time", "start", "date"), startAt) };
  const endDay = end?.date ?? (isNextDay(from, until) ? nextDay(today) : today);
  return { start: startAt, end: exactEnd ?? at(endDay, until ?? "00:00") };
}

function isNextDay(from: string | undefined, until: string | undefined): boolean {
  return from !== undefined && until !== undefined && until <= from && until <= lateNight;
}

function later(cells: Cells, field: string, start: string): string {
  const detail = `has no end. Waybill takes ${assumedMinutes} minutes`;
  cells.warn(field, { code: "end_assumed", detail });
  return new Date(Date.parse(start) + assumedMinutes * 60_000).toISOString();
}

function nextDay(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}

/** `24:00` is the beginning of the next day. */
function momentOf(day: string, clock: string, zone: string): string {
  if (clock === "24:00") return momentOf(nextDay(day), "00:00", zone);
  const moment = Temporal.PlainDateTime.from(`${day}T${clock}`).toZonedDateTime(zone);
  return new Date(moment.epochMilliseconds).toISOString();
}
