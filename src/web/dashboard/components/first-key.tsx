import { Button, Card, Group, Stack, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { curl } from "../curl.ts";
import { useEnvironment } from "../environment.ts";
import { forgetFirstKey, useFirstKey } from "../first-key.ts";
import { Notice } from "./notice.tsx";
import { Snippet } from "./snippet.tsx";

/** Shows the first key until somebody has copied it. It is a sandbox key, so live pages do not show it. */
export function FirstKey({ children }: { children?: ReactNode }) {
  const client = useQueryClient();
  const environment = useEnvironment();
  const secret = useFirstKey()?.secret;
  if (!secret || environment !== "sandbox") return null;
  return (
    <Card withBorder padding="lg">
      <Stack gap="sm">
        <Title order={2}>Your first API key</Title>
        <Notice tone="warn">Copy it now. It won't be shown again after you leave or reload this page.</Notice>
        <Snippet label="Sandbox key" text={secret} />
        <Snippet label="Check that it works" text={curl({ path: "/platform/account", secret })} />
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
