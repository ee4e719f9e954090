import { Card, Center, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { ConnectionBanner } from "./connection-banner.tsx";
import { DocumentHead } from "./document-head.tsx";
import { Logo } from "./logo.tsx";

interface StandalonePageProps {
  title: string;
  lead?: string;
  children: ReactNode;
  /** A link to the alternative, such as signing up. */
  footer?: ReactNode;
}

/** A page without navigation, such as the sign-in. It focuses its first field. */
export function StandalonePage({ title, lead, children, footer }: StandalonePageProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>("input:not([readonly])")?.focus(), []);
  return (
    <Center component="main" mih="100dvh" p="md" ref={place}>
      <DocumentHead />
      <Stack w="100%" maw={400} gap="lg">
        <Logo isAlone />
        <ConnectionBanner />
        <Card withBorder padding="xl" shadow="xs">
          <Stack>
            <div>
              <Title order={1}>{title}</Title>
              {lead && (
                <Text c="dimmed" size="sm">
                  {lead}
                </Text>
              )}
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
