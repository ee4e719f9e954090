import { Card, Center, Group, Image, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import favicon from "../../browser/favicon.svg";
import { ConnectionBanner } from "./connection-banner.tsx";
import { DocumentHead } from "./document-head.tsx";

interface StandalonePageProps {
  title: string;
  lead?: string;
  children: ReactNode;
}

/** A page without navigation. It focuses its first field. */
export function StandalonePage({ title, lead, children }: StandalonePageProps) {
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
      </Stack>
    </Center>
  );
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
