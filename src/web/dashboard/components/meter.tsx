import { Group, Progress, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Tone } from "../theme.ts";

interface MeterProps {
  label: string;
  /** What stands in the label's place, a link to what is counted. */
  shown?: ReactNode;
  /** What the bar says, in numbers. */
  told: string;
  /** How much of it is full, 0 to 1. */
  share: number;
  tone?: Tone;
}

/** How much of something there is, or is taken: a bar under its words. */
export function Meter({ label, shown = label, told, share, tone = "busy" }: MeterProps) {
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm">{shown}</Text>
        <Text size="sm" c="dimmed">
          {told}
        </Text>
      </Group>
      <Progress
        value={100 * Math.min(1, share)}
        color={`var(--${tone}-fill)`}
        aria-label={`${label}: ${told}`}
      />
    </div>
  );
}
