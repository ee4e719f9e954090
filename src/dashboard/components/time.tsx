import { Text, Tooltip } from "@mantine/core";
import { systemClock } from "../../clock.ts";

const full = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const units = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** A time of the API as people say it, `3 hours ago`, with the exact one beside the pointer. */
export function Time({ at, none = "—" }: { at: string | null; none?: string }) {
  if (at === null)
    return (
      <Text span inherit c="dimmed">
        {none}
      </Text>
    );
  return (
    <Tooltip label={full.format(new Date(at))}>
      <time dateTime={at} className="time">
        {toWords(Date.parse(at) - systemClock.now())}
      </time>
    </Tooltip>
  );
}

function toWords(awayMs: number): string {
  for (const [unit, ms] of units) {
    if (Math.abs(awayMs) >= ms) return relative.format(Math.trunc(awayMs / ms), unit);
  }
  return awayMs > 0 ? "in a moment" : "just now";
}
