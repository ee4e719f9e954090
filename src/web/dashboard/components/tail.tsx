import { Button, Group } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { StatusBadge } from "./status-badge.tsx";

interface TailProps {
  isPaused: boolean;
  isBroken: boolean;
  /** How many arrived since it was paused. */
  waiting?: number;
  onToggle: () => void;
}

/** Shows whether new entries appear live, and a button to pause them. */
export function Tail({ isPaused, isBroken, waiting = 0, onToggle }: TailProps) {
  const paused = waiting === 0 ? "Paused" : `Paused · ${waiting} new`;
  return (
    <Group gap="sm">
      <span role="status">
        <StatusBadge tone={isBroken ? "warn" : "quiet"}>
          {isBroken ? "Reconnecting" : isPaused ? paused : "Live updates"}
        </StatusBadge>
      </span>
      <Button
        variant="default"
        leftSection={isPaused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
        onClick={onToggle}
      >
        {isPaused ? "Resume" : "Pause"}
      </Button>
    </Group>
  );
}
