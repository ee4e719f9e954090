import { systemClock } from "../../infra/clock.ts";
import { dayIn } from "./day.ts";

/** The times of the recipient's page, in the browser. */

/** In the page's language, as written where the reader lives, with digits like those in the sentences. */
const { lang } = document.documentElement;
const locale = `${navigator.languages.find((tag) => tag.split("-")[0] === lang) ?? lang}`;
const withDigits = `${locale}-u-nu-latn`;
/** The address's, where the server knows it, or else the reader's. */
const zoneNote = document.getElementById("time-zone");
const timeZone = zoneNote?.dataset.zone;
const time = { hour: "numeric", minute: "2-digit" } as const;
const dayAndTime = { weekday: "short", day: "numeric", month: "short", ...time } as const;

/** Writes all times, and names their zone to who reads them elsewhere. */
export function showTimes(): void {
  const isElsewhere = hourIn(timeZone) !== hourIn(undefined);
  for (const element of document.querySelectorAll("time")) {
    const at = new Date(element.dateTime);
    element.textContent = isDay(element) ? dayIn(locale, element.dateTime) : formatFor(at).format(at);
  }
  for (const element of document.querySelectorAll(".window")) {
    const [from, to] = [...element.querySelectorAll("time")].map(({ dateTime }) => new Date(dateTime));
    if (from && to) element.textContent = formatFor(from, isElsewhere).formatRange(from, to);
  }
  if (zoneNote) zoneNote.hidden = !isElsewhere;
}

/** Of the calendar, without a time. */
function isDay({ dateTime }: HTMLTimeElement): boolean {
  return dateTime.length === "2026-01-31".length;
}

function formatFor(at: Date, namesZone = false): Intl.DateTimeFormat {
  const parts = dayOf(at) === dayOf(new Date(systemClock.now())) ? time : dayAndTime;
  const zone = namesZone ? ({ timeZone, timeZoneName: "short" } as const) : { timeZone };
  return new Intl.DateTimeFormat(withDigits, { ...parts, ...zone });
}

function dayOf(at: Date): string {
  return at.toLocaleDateString("en", { timeZone });
}

/** Of this moment, to the minute. */
function hourIn(zone: string | undefined): string {
  return new Date(systemClock.now()).toLocaleString("en", {
    timeZone: zone,
    timeStyle: "short",
    dateStyle: "short",
  });
}
