import { Card, Center, Group, Image, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import favicon from "../../browser/favicon.svg";
import { ConnectionBanner } from "./connection-banner.tsx";
import { DocumentHead } from "./document-head.tsx";

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

/**
 * The secret part of the link that opened the page; empty without one. Servers and logs never see what follows the
 * `#`, and the address loses it, so that nobody copies it by accident.
 */
export function useLinkToken(): string {
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, "", location.pathname), []);
  return token;
}

/** The logo with the name; in a narrow header without it. */
export function Logo({ isAlone = false }: { isAlone?: boolean }) {
  return (
    <Group gap={8} wrap="nowrap" justify={isAlone ? "center" : "start"}>
      <Image src={favicon} alt="" w={26} h={26} />
      <Text fw={700} {...(!isAlone && { visibleFrom: "xs" })}>
        Waybill
      </Text>
    </Group>
  );
}
