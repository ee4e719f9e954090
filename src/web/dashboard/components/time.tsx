import { Text, Tooltip } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { dayMs, hourMs, minuteMs } from "../../../infra/units.ts";
import { onClockChange, pageNow } from "../../browser/clock.ts";

const full = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const clockTime = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
const dayAndTime = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const units = [
  ["year", 365 * dayMs],
  ["month", 30 * dayMs],
  ["day", dayMs],
  ["hour", hourMs],
  ["minute", minuteMs],
] as const;

interface TimeProps {
  at: string | null;
  none?: string;
  /** Also shows the clock time, where times are compared. */
  isExact?: boolean;
}

/** A time as `3 hours ago`; the tooltip has the exact one. */
export function Time({ at, none = "—", isExact = false }: TimeProps) {
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    );
  return (
    <Tooltip label={timeInFull(at)}>
      <time dateTime={at} className="time">
        <Relative at={Date.parse(at)} />
        {isExact && `, ${toClock(new Date(at))}`}
      </time>
    </Tooltip>
  );
}

const tickMs = 10_000;
const ticking = new Set<() => void>();
setInterval(drawAll, tickMs);

onClockChange(drawAll);

function drawAll(): void {
  for (const draw of ticking) draw();
}

function followTicks(draw: () => void): () => void {
  ticking.add(draw);
  return () => ticking.delete(draw);
}

/** Goes on by itself: what stands around it is drawn only when it changes. */
function Relative({ at }: { at: number }) {
  return useSyncExternalStore(followTicks, () => toRelative(at - pageNow()));
}

/** A time as `14:20`, or with its day if that is another one; the tooltip has it in full. */
export function ClockTime({ at }: { at: string }) {
  return (
    <Tooltip label={timeInFull(at)}>
      <time dateTime={at} className="time">
        {toClock(new Date(at))}
      </time>
    </Tooltip>
  );
}

/** `Jan 3, 2026, 10:30:00 AM`, in the reader's time zone. */
export function timeInFull(at: string): string {
  return full.format(new Date(at));
}

function toClock(at: Date): string {
  const isToday = at.toDateString() === new Date(pageNow()).toDateString();
  return (isToday ? clockTime : dayAndTime).format(at);
}

function toRelative(awayMs: number): string {
  for (const [unit, ms] of units) {
    if (Math.abs(awayMs) >= ms) return relative.format(Math.trunc(awayMs / ms), unit);
  }
  return awayMs > 0 ? "in a moment" : "just now";
}
