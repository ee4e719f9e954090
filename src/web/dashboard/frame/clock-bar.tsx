import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import { toTimestamp } from "../../../infra/clock.ts";
import type { SandboxClock } from "../../browser/clock.ts";
import { Notice } from "../components/notice.tsx";
import { timeInFull } from "../components/time.tsx";
import { formatSeconds } from "../format.ts";

/** On every page of a sandbox whose clock is not the real one. */
export function ClockBar({ clock }: { clock: SandboxClock }): ReactNode {
  return (
    <Box mb="lg">
      <Notice tone="quiet" role="status">
        This sandbox is {placeOf(clock)}.
      </Notice>
    </Box>
  );
}

/** Of a clock that goes on, how far it is ahead: that stays true. */
function placeOf({ frozenAt, aheadMs }: SandboxClock): string {
  if (frozenAt !== null) return `at ${timeInFull(toTimestamp(frozenAt))}, frozen`;
  // Responses take their time, and nine days and 23 hours are ten.
  const seconds = Math.round(Math.abs(aheadMs) / 10_000) * 10;
  return `${formatSeconds(seconds)} ${aheadMs < 0 ? "behind" : "ahead of"} real time`;
}
