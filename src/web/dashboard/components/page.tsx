import { Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { takeOverFocus } from "../focus.ts";
import { useAsWindowName } from "../window-name.ts";

interface PageProps {
  title: string;
  /** Whether that is the name of a single thing, which then names the window too. */
  isThing?: boolean;
  /** One sentence: what there is here. */
  lead?: ReactNode;
  /** The page's main act, a button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A page inside the frame. */
export function Page({ title, isThing = false, lead, action, children }: PageProps) {
  useAsWindowName(isThing ? title : undefined);
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
