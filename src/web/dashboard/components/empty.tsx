import { Card, Stack, Text, ThemeIcon } from "@mantine/core";
import type { ComponentType, ReactNode } from "react";

interface EmptyProps {
  icon: ComponentType<{ size: number; stroke: number }>;
  title: string;
  /** What to do next. */
  children: ReactNode;
  action?: ReactNode;
}

/** Shown instead of an empty list. */
export function Empty({ icon: Icon, title, children, action }: EmptyProps) {
  return (
    <Card withBorder padding="xl">
      <Stack align="center" gap="xs" py="lg" ta="center">
        <ThemeIcon variant="light" size={44} radius="xl">
          <Icon size={24} stroke={1.6} />
        </ThemeIcon>
        <Text fw={600}>{title}</Text>
        <Text c="dimmed" size="sm" maw={420}>
          {children}
        </Text>
        {action}
      </Stack>
    </Card>
  );
}
