import { Anchor, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Environment } from "../../environment.ts";
import type { AccountView } from "../../usage/schema.ts";
import { NoCarriers } from "../components/no-carriers.tsx";
import { Notice } from "../components/notice.tsx";
import { Page } from "../components/page.tsx";
import { Section } from "../components/section.tsx";
import { Snippet } from "../components/snippet.tsx";
import { curl } from "../curl.ts";
import { useEnvironment } from "../environment.ts";
import { forgetFirstKey, useFirstKey } from "../first-key.ts";
import { useRefreshAtEvents } from "../live.ts";
import { readAgain, useRead } from "../queries.ts";
import { Checklist } from "./start/checklist.tsx";
import { Overview } from "./start/overview.tsx";

const leads = {
  sandbox: "Everything works as in live, with simulated carriers and no cost.",
  live: "Shipments made here are carried by real carriers and cost real money.",
} as const;

const shown = ["/platform/usage", "/platform/account", "/platform/shipments", "/platform/webhooks"];

export function StartPage() {
  const environment = useEnvironment();
  const firstKey = useFirstKey();
  const { data: account } = useRead<AccountView>("/platform/account", { environment });
  const hasCarriers = account?.carriers.length !== 0;
  useRefreshAtEvents(environment, shown);
  const secret = environment === "sandbox" ? firstKey?.secret : undefined;
  return (
    <Page
      title={environment === "sandbox" ? "Your sandbox" : "Live"}
      {...(hasCarriers && { lead: leads[environment] })}
    >
      {secret && <FirstKey secret={secret} />}
      {hasCarriers ? (
        account && <FirstSteps key={environment} environment={environment} secret={secret} />
      ) : (
        <Section title="No carriers yet">
          <NoCarriers environment={environment} />
        </Section>
      )}
      <Overview />
    </Page>
  );
}

interface FirstStepsProps {
  environment: Environment;
  secret: string | null | undefined;
}

function FirstSteps(props: FirstStepsProps) {
  const client = useQueryClient();
  return <Checklist {...props} onTick={() => void readAgain(client, shown)} />;
}

/** Gone with this page. */
function FirstKey({ secret }: { secret: string }) {
  const client = useQueryClient();
  useEffect(() => () => forgetFirstKey(client), [client]);
  return (
    <Card withBorder padding="lg">
      <Stack gap="sm">
        <Title order={2}>Your first key</Title>
        <Notice tone="warn">Copy it now: it is shown this once and kept nowhere.</Notice>
        <Snippet label="Sandbox key" text={secret} />
        <Snippet label="Who am I?" text={curl({ path: "/platform/account", secret })} />
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            More keys, and what each may do:{" "}
            <Anchor
              inherit
              renderRoot={(props) => (
                <Link to="/$environment/keys" params={{ environment: "sandbox" }} {...props} />
              )}
            >
              API keys
            </Anchor>
          </Text>
          <Button variant="default" onClick={() => forgetFirstKey(client)}>
            I have copied it
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
