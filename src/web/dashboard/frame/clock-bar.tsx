import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import { toTimestamp } from "../../../infra/clock.ts";
import { pageNow, type SandboxClock } from "../clock.ts";
import { Notice } from "../components/notice.tsx";
import { timeInFull } from "../components/time.tsx";

/** On every page of a sandbox whose clock is not the real one. */
export function ClockBar({ clock }: { clock: SandboxClock }): ReactNode {
  const at = timeInFull(toTimestamp(clock.frozenAt ?? pageNow()));
  return (
    <Box mb="lg">
      <Notice tone="quiet" role="status">
        This sandbox is at {at}
        {clock.frozenAt === null ? "." : ", frozen."}
      </Notice>
    </Box>
  );
}
