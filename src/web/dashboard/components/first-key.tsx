import { Button, Card, Group, Stack, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { curl } from "../curl.ts";
import { useEnvironment } from "../environment.ts";
import { forgetFirstKey, useFirstKey } from "../first-key.ts";
import { Notice } from "./notice.tsx";
import { Snippet } from "./snippet.tsx";

/** The first key while nobody has copied it. It is a sandbox key, so the pages of live do not show it. */
export function FirstKey({ children }: { children?: ReactNode }) {
  const client = useQueryClient();
  const environment = useEnvironment();
  const secret = useFirstKey()?.secret;
  if (!secret || environment !== "sandbox") return null;
  return (
    <Card withBorder padding="lg">
      <Stack gap="sm">
        <Title order={2}>Your first key</Title>
        <Notice tone="warn">
          Copy the key now. The dashboard keeps it until you have copied it; a reload loses it for good.
        </Notice>
        <Snippet label="Sandbox key" text={secret} />
        <Snippet label="Who am I?" text={curl({ path: "/platform/account", secret })} />
        <Group justify="space-between">
          {children}
          <Button variant="default" ml="auto" onClick={() => forgetFirstKey(client)}>
            I have copied it
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
