import { toTimestamp } from "../../infra/clock.ts";
import { dayMs } from "../../infra/units.ts";

/** Times in form fields, in a time zone: a name of the IANA database, or empty for the reader's. */

const localTimeLength = "2026-01-31T09:30:00".length;

/** The reader's time zone, `Europe/Berlin`. */
export function timeZoneName(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `2026-01-31T09:30:00.000Z` in Berlin: `2026-01-31T10:30:00`; empty if invalid. */
export function toLocalTime(timestamp: string, zone = ""): string {
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? "" : toTimestamp(at + offsetAt(at, zone)).slice(0, localTimeLength);
}

/** Undefined if invalid. Of two times that a clock shows so, the first; of a time that clocks leave out, as much later. */
export function fromLocalTime(text: string, zone = ""): string | undefined {
  const wall = wallOf(text);
  return wall === undefined ? undefined : toTimestamp(momentOf(wall, zone));
}

/** Whether no clock of the zone shows this time: it is put forward then. */
export function isLeftOut(text: string, zone = ""): boolean {
  const wall = wallOf(text);
  if (wall === undefined) return false;
  const at = momentOf(wall, zone);
  return at + offsetAt(at, zone) !== wall;
}

/** As if the clock showed UTC, in milliseconds; undefined if invalid. */
function wallOf(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

function momentOf(wall: number, zone: string): number {
  const [before, after] = [offsetAt(wall - dayMs, zone), offsetAt(wall + dayMs, zone)];
  const isAfter = offsetAt(wall - before, zone) !== before && offsetAt(wall - after, zone) === after;
  return wall - (isAfter ? after : before);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** How much later than UTC the clocks of a zone are, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const whole = Math.floor(at / 1_000) * 1_000;
  const shown = new Map(
    clockOf(zone)
      .formatToParts(whole)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => shown.get(type) ?? 0;
  return (
    Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) -
    whole
  );
}

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-u-nu-latn", {
    ...(zone !== "" && { timeZone: zone }),
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  clocks.set(zone, made);
  return made;
}
