import type { Deps } from "../deps.ts";
import type { CalendarJob } from "../jobs/calendar.ts";
import { takeLongest } from "../waiting/stretches.ts";

/** Once an hour, the log names what held the thread longest. */
export const reportLongest = ({ log }: Deps): CalendarJob => ({
  name: "event_loop.report",
  pattern: "0 * * * *",
  async run() {
    const longest = takeLongest();
    if (longest === undefined) return;
    const fields = {
      operation: longest.name,
      cpu_ms: tenths(longest.cpuMs),
      held_ms: tenths(longest.heldMs),
    };
    log.info(fields, "This operation held the thread longest in the last hour");
  },
});

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
