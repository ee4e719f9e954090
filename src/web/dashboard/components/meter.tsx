import { Group, Progress, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Tone } from "../theme.ts";

interface MeterProps {
  label: string;
  /** Shown instead of the label, such as a link. */
  children?: ReactNode;
  /** The amount as text. */
  amount: string;
  /** The filled part, 0 to 1. */
  share: number;
  tone?: Tone;
}

/** An amount as a bar with its label. */
export function Meter({ label, children = label, amount, share, tone = "busy" }: MeterProps) {
  return (
    <div>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text size="sm">{children}</Text>
        <Text size="sm" c="dimmed">
          {amount}
        </Text>
      </Group>
      <Progress
        // Assistive technology cannot read 1.2e-7.
        value={Math.round(1000 * Math.min(1, share)) / 10}
        color={`var(--${tone}-fill)`}
        aria-label={`${label}: ${amount}`}
      />
    </div>
  );
}
