import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface PageProps {
  title: string;
  /** One sentence: what there is here. */
  lead?: ReactNode;
  /** The page's main act, a button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A page inside the frame. */
export function Page({ title, lead, action, children }: PageProps) {
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="start" gap="sm">
        <Stack gap={4}>
          <Title order={1}>{title}</Title>
          {lead && (
            <Text c="dimmed" maw={640}>
              {lead}
            </Text>
          )}
        </Stack>
        {action}
      </Group>
      {children}
    </Stack>
  );
}
