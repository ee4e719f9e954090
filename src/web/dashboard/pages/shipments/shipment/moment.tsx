import { Tooltip } from "@mantine/core";
import { pageNow } from "@/web/browser/clock.ts";
import { timeInFull } from "../../../components/time.tsx";

const clockTime = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const dayAndTime = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
});

/** A time to the second, `10:30:05 AM`, with its day unless it is today: where order and durations count. */
export function Moment({ at }: { at: string }) {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date(pageNow()).toDateString();
  return (
    <Tooltip label={timeInFull(at)}>
      <time dateTime={at} className="time">
        {(isToday ? clockTime : dayAndTime).format(time)}
      </time>
    </Tooltip>
  );
}
