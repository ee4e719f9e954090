import { Anchor, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { KeyWithSecretView } from "../../../access/keys/schema.ts";
import type { Environment } from "../../../infra/environment.ts";
import { FirstKey } from "../components/first-key.tsx";
import { NoCarriers, useHasCarriers } from "../components/no-carriers.tsx";
import { Page } from "../components/page.tsx";
import { Section } from "../components/section.tsx";
import { useEnvironment } from "../environment.ts";
import { useFirstKey } from "../first-key.ts";
import { useRefreshOnEvents } from "../live.ts";
import { useMay } from "../permissions.ts";
import { refreshPaths } from "../queries.ts";
import { Checklist } from "./start/checklist.tsx";
import { Overview } from "./start/overview.tsx";

const leads = {
  sandbox: "Works like live, with simulated carriers and at no cost.",
  live: "Real carriers deliver these shipments for real money.",
} as const;

const shown = ["/platform/usage", "/platform/account", "/platform/shipments", "/platform/webhooks"];

export function StartPage() {
  const environment = useEnvironment();
  const firstKey = useFirstKey();
  const hasCarriers = useHasCarriers(environment);
  const maySetUp = useMay("keys:write", "webhooks:write", "shipments:write");
  useRefreshOnEvents(environment, shown);
  return (
    <Page
      title={environment === "sandbox" ? "Your sandbox" : "Live"}
      {...(hasCarriers !== false && { lead: leads[environment] })}
    >
      <FirstKey>
        <Text size="sm" c="dimmed">
          Manage keys and permissions:{" "}
          <Anchor
            inherit
            renderRoot={(props) => (
              <Link to="/$environment/keys" params={{ environment: "sandbox" }} {...props} />
            )}
          >
            API keys
          </Anchor>
        </Text>
      </FirstKey>
      {hasCarriers && maySetUp && (
        <FirstSteps
          key={environment}
          environment={environment}
          firstKey={environment === "sandbox" ? firstKey : undefined}
        />
      )}
      {hasCarriers === false && (
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
  firstKey: KeyWithSecretView | null | undefined;
}

function FirstSteps(props: FirstStepsProps) {
  const client = useQueryClient();
  return <Checklist {...props} onTick={() => void refreshPaths(client, shown)} />;
}
