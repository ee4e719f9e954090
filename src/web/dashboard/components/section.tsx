import { Card, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

interface SectionProps {
  title: string;
  lead?: ReactNode;
  /** The section's button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A section of a page, as a card. */
export function Section({ title, lead, action, children }: SectionProps) {
  return (
    <Card component="section" aria-label={title} withBorder padding="lg">
      <Stack>
        <Group justify="space-between" align="start" gap="sm">
          <div>
            <Title order={2}>{title}</Title>
            {lead && (
              <Text size="sm" c="dimmed">
                {lead}
              </Text>
            )}
          </div>
          {action}
        </Group>
        {children}
      </Stack>
    </Card>
  );
}
