import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { takeOverFocus } from "../focus.ts";
import { useAsWindowName } from "../window-name.ts";

interface PageProps {
  title: string;
  /** What tells the window of a single object from others. */
  windowName?: string | undefined;
  /** One sentence about the page. */
  lead?: ReactNode;
  /** The page's main button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A page with its title. */
export function Page({ title, windowName, lead, action, children }: PageProps) {
  useAsWindowName(windowName);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="start" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 20rem">
          <Title ref={takeOverFocus} order={1} tabIndex={-1} className="wrapping">
            {title}
          </Title>
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
