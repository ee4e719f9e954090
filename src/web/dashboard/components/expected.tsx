import { Text, Tooltip } from "@mantine/core";
import { dayMs } from "../../../infra/units.ts";
import { pageNow } from "../../browser/clock.ts";
import { Time } from "./time.tsx";

/** When something is expected: at a time, or on a day of which nobody knows the time. */

const inDay = { weekday: "short", month: "short", day: "numeric", timeZone: "UTC" } as const;
const dayFormat = new Intl.DateTimeFormat(undefined, inDay);
const fullDay = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  month: "long",
  day: "numeric",
  year: "numeric",
  timeZone: "UTC",
});
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** Whether the API said a day: `2026-01-31`. */
export function isDay(at: string): boolean {
  return at.length === "2026-01-31".length;
}

/** `tomorrow, Wed, Nov 25`, wherever the reader is. */
export function Day({ date }: { date: string }) {
  const at = Date.parse(date);
  const days = Math.round((at - Date.parse(localDay(pageNow()))) / dayMs);
  return (
    <Tooltip label={`${fullDay.format(at)}, at the delivery address`}>
      <time dateTime={date} className="time">
        {Math.abs(days) < 2 && `${relative.format(days, "day")}, `}
        {dayFormat.format(at)}
      </time>
    </Tooltip>
  );
}

function localDay(now: number): string {
  const today = new Date(now);
  return new Date(now - today.getTimezoneOffset() * 60_000).toISOString().slice(0, "2026-01-31".length);
}

/** @param at a time or a day */
export function Expected({ at, none = "—" }: { at: string | null; none?: string }) {
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    );
  return isDay(at) ? <Day date={at} /> : <Time at={at} isExact />;
}
