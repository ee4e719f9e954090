import { Anchor, Card, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { Notice } from "../components/notice.tsx";
import { Page } from "../components/page.tsx";
import { Snippet } from "../components/snippet.tsx";
import { curl } from "../curl.ts";
import { useEnvironment } from "../environment.ts";
import { useFirstKey } from "../first-key.ts";
import { Checklist } from "./start/checklist.tsx";
import { Overview } from "./start/overview.tsx";

const leads = {
  sandbox: "Everything works as in live, with simulated carriers and no cost.",
  live: "Shipments made here are carried by real carriers and cost real money.",
} as const;

export function StartPage() {
  const environment = useEnvironment();
  const firstKey = useFirstKey();
  const secret = environment === "sandbox" ? firstKey?.secret : undefined;
  return (
    <Page title={environment === "sandbox" ? "Your sandbox" : "Live"} lead={leads[environment]}>
      {secret && <FirstKey secret={secret} />}
      <Checklist key={environment} environment={environment} secret={secret} />
      <Overview />
    </Page>
  );
}

function FirstKey({ secret }: { secret: string }) {
  return (
    <Card withBorder padding="lg">
      <Stack gap="sm">
        <Title order={2}>Your first key</Title>
        <Notice tone="warn">Copy it now: it is shown this once and kept nowhere.</Notice>
        <Snippet label="Sandbox key" text={secret} />
        <Snippet label="Who am I?" text={curl({ path: "/platform/account", secret })} />
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
      </Stack>
    </Card>
  );
}
