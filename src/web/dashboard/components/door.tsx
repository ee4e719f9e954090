import { Card, Center, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { Identity } from "../frame/identity.tsx";
import { Mark } from "../frame/mark.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";

interface DoorProps {
  title: string;
  lead: string;
  children: ReactNode;
  /** The other way in. */
  footer?: ReactNode;
}

/** A page for somebody who is not signed in. It begins at its first field. */
export function Door({ title, lead, children, footer }: DoorProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector("input")?.focus(), []);
  return (
    <Center component="main" mih="100dvh" p="md" ref={place}>
      <Identity />
      <Stack w="100%" maw={400} gap="lg">
        <Mark isAlone />
        <ConnectionBanner />
        <Card withBorder padding="xl" shadow="xs">
          <Stack>
            <div>
              <Title order={1}>{title}</Title>
              <Text c="dimmed" size="sm">
                {lead}
              </Text>
            </div>
            {children}
          </Stack>
        </Card>
        {footer && (
          <Text size="sm" ta="center">
            {footer}
          </Text>
        )}
      </Stack>
    </Center>
  );
}
